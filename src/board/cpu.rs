//! Run-time choice of the instruction set.
//!
//! Rust's portable x86-64 target has no population count and no bit-scan instructions newer than
//! 2003; perft and search spend much of their time in exactly those. [`multiversion`] compiles a
//! function twice and takes the faster one where the processor has it.

#[cfg(target_arch = "x86_64")]
use std::sync::atomic::{AtomicU8, Ordering};

/// Whether the processor has POPCNT, LZCNT, BMI1 and BMI2. Asked at every call of a
/// [`multiversion`] function, so the answer is kept in one byte: 0 not yet known, 1 no, 2 yes.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn is_modern() -> bool {
    static ANSWER: AtomicU8 = AtomicU8::new(0);
    #[cold]
    fn detect() -> bool {
        use std::arch::is_x86_feature_detected as has;
        let modern = has!("popcnt") && has!("lzcnt") && has!("bmi1") && has!("bmi2");
        ANSWER.store(1 + modern as u8, Ordering::Relaxed);
        modern
    }
    match ANSWER.load(Ordering::Relaxed) {
        0 => detect(),
        answer => answer == 2,
    }
}

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
                if $crate::board::cpu::is_modern() {
                    // SAFETY: the four features that `modern` is compiled for have been detected.
                    // Gain: docs/speed.md, "Instruction sets".
                    return unsafe { modern($($arg),*) };
                }
            }
            $body
        }
    };
}
pub(crate) use multiversion;
