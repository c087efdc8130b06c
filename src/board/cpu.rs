//! Run-time choice of the instruction set.
//!
//! Rust's portable x86-64 target has no population count and no bit-scan instructions newer than
//! 2003; perft and search spend much of their time in exactly those. [`multiversion`] compiles a
//! function twice and takes the faster one where the processor has it.

/// Defines a function in two versions, one portable and one for processors with
/// POPCNT, LZCNT, BMI1 and BMI2, and chooses between them at each call.
/// The body should be one call of an `#[inline(always)]` function, so that everything below it is
/// compiled for the chosen version.
macro_rules! multiversion {
    ($(#[$meta:meta])* $vis:vis fn $name:ident$(<$generic:ident: $bound:path>)?($($arg:ident: $type:ty),* $(,)?) $(-> $ret:ty)? $body:block) => {
        $(#[$meta])*
        #[inline]
        $vis fn $name$(<$generic: $bound>)?($($arg: $type),*) $(-> $ret)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
                fn modern$(<$generic: $bound>)?($($arg: $type),*) $(-> $ret)? $body
                if std::arch::is_x86_feature_detected!("bmi2")
                    && std::arch::is_x86_feature_detected!("bmi1")
                    && std::arch::is_x86_feature_detected!("lzcnt")
                    && std::arch::is_x86_feature_detected!("popcnt")
                {
                    // SAFETY: the four features that `modern` is compiled for were just detected.
                    // Gain: measured in docs/speed.md.
                    return unsafe { modern($($arg),*) };
                }
            }
            $body
        }
    };
}
pub(crate) use multiversion;
