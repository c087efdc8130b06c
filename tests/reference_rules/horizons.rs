//! Corner cases of Horizons. Positions are written as lists of men: `Kg1 Wd5 ka12`.

use std::collections::BTreeSet;

use super::reference::common::Analysis;
use super::reference::horizons::analyse;

/// White or Black to move, with nothing else to say about the position.
const WHITE: &str = "w - - 0 1";
const BLACK: &str = "b - - 0 1";

/// The board field of a FEN with these men.
fn board(men: &str) -> String {
    let mut board = [['.'; 12]; 12];
    for man in men.split_whitespace() {
        let (letter, square) = man.split_at(1);
        let (file, rank) = square.split_at(1);
        let rank: usize = rank.parse().expect("a rank");
        let square = &mut board[rank - 1][(file.as_bytes()[0] - b'a') as usize];
        assert_eq!(*square, '.', "{man}");
        *square = letter.chars().next().expect("a letter");
    }
    let row = |row: &[char; 12]| -> String {
        let part = |part: &[char]| match part[0] {
            '.' => part.len().to_string(),
            man => man.to_string(),
        };
        row.chunk_by(|a, b| (*a, *b) == ('.', '.')).map(part).collect()
    };
    let rows: Vec<String> = board.iter().rev().map(row).collect();
    rows.join("/")
}

fn fen(men: &str, rest: &str) -> String {
    format!("{} {rest}", board(men))
}

/// The legal moves with the FENs after them.
fn moves(men: &str, rest: &str, options: &[&str]) -> Vec<(String, String)> {
    let fen = fen(men, rest);
    analyse(&fen, options).unwrap_or_else(|reason| panic!("{fen}: {reason}")).moves
}

/// Where the man on `square` may go, with the promotions' letters.
fn goals(men: &str, rest: &str, options: &[&str], square: &str) -> Vec<String> {
    let moves = moves(men, rest, options).into_iter();
    let goal = |text: String| text.strip_prefix(square).map(str::to_owned);
    // What follows a1 in a12b2 is no goal.
    let is_goal = |goal: &String| !goal.starts_with(|c: char| c.is_ascii_digit());
    moves.filter_map(|(text, _)| goal(text)).filter(is_goal).collect()
}

fn assert_goals(got: Vec<String>, expected: &str) {
    let count = got.len();
    let got: BTreeSet<_> = got.iter().map(String::as_str).collect();
    assert_eq!(count, got.len(), "a goal twice");
    assert_eq!(got, expected.split_whitespace().collect());
}

/// The FEN after a move.
fn after(men: &str, rest: &str, options: &[&str], text: &str) -> String {
    let found = moves(men, rest, options).into_iter().find(|mv| mv.0 == text);
    found.unwrap_or_else(|| panic!("no {text}")).1
}

fn is_legal(men: &str, rest: &str, options: &[&str], text: &str) -> bool {
    moves(men, rest, options).iter().any(|mv| mv.0 == text)
}

/// Why the position is refused.
fn refusal(men: &str, rest: &str) -> String {
    analyse(&fen(men, rest), &[]).err().unwrap_or_else(|| panic!("{men} {rest} is accepted"))
}

#[test]
fn lightning_and_mage() {
    assert!(goals("Le4 Ka2 kc12", WHITE, &[], "e4").contains(&"h12".into()));
    assert_goals(
        goals("Mb4 Ka1 kl1 Pd4 Pb6 Pa5 Pb2 Pc3", WHITE, &[], "b4"),
        "e8 f7 f9 g8 g10 h9 h11 i10 i12 j11 k12",
    );
    // a man on f8 stops the line from there on, one on e8 fills only that branch
    assert_goals(goals("Mb4 Ka1 kl1 Pd4 Pb6 Pa5 Pb2 Pc3 rf8 ne8", WHITE, &[], "b4"), "e8 f7");
    assert_goals(goals("Mb4 Ka1 kl1 Pd4 Pb6 Pa5 Pb2 Pc3 rf8 Ne8", WHITE, &[], "b4"), "f7");
}

#[test]
fn ox() {
    assert_goals(
        goals("Of6 Ka1 kl1", WHITE, &[], "f6"),
        "f8 f9 e9 g9 f4 f3 e3 g3 d6 c6 c5 c7 h6 i6 i5 i7",
    );
    assert_goals(goals("Of6 Ka1 kl1 nf7 nh6 nd6 ne3", WHITE, &[], "f6"), "h6 d6 f4 f3 e3 g3");
    assert_goals(
        goals("Of6 Ka1 kl1", WHITE, &["old-ox"], "f6"),
        "f9 e9 g9 f3 e3 g3 c6 c5 c7 i6 i5 i7",
    );
    assert_goals(goals("Of6 Ka1 kl1 nf7 nh6 Nd6 ne3", WHITE, &["old-ox"], "f6"), "f7 h6 f3 e3 g3");
    // the ox on f1 and castling
    assert!(is_legal("Kg1 Rl1 of1 ka12", "w K - 0 1", &[], "g1j1"));
    assert!(!is_legal("Kg1 Rl1 of1 ka12", "w K - 0 1", &["old-ox"], "g1j1"));
    assert!(!is_legal("Kg1 Rl1 oe2 ka12", "w K - 0 1", &[], "g1j1")); // e2,f2,g2 then h1,h2,h3
    assert!(is_legal("Kg1 Rl1 oe2 Pf2 ka12", "w K - 0 1", &[], "g1j1"));
    assert_eq!(
        after("Kg1 Rl1 of1 ka12", "w K - 7 3", &[], "g1j1"),
        fen("Kj1 Ri1 of1 ka12", "b - - 8 3")
    );
    assert_eq!(
        after("Kg1 Ra1 Rl1 kb12", "w KQ - 7 3", &[], "g1d1"),
        fen("Kd1 Re1 Rl1 kb12", "b - - 8 3")
    );
    assert_eq!(
        after("Kb1 ra12 rl12 kg12", "b kq - 7 3", &[], "g12d12"),
        fen("Kb1 re12 rl12 kd12", "w - - 8 4")
    );
}

#[test]
fn castling() {
    let k = "w KQ - 0 1";
    let base = "Kg1 Ra1 Rl1 kb12 ";
    for (man, king_side, queen_side) in [
        ("wh3", false, true),
        ("vh3", true, true),
        ("vh2", false, true),
        ("wj3", false, true),
        ("wk3", true, true),
        ("wl3", true, true),
        ("wa3", true, true),
        ("wc3", true, true),
        ("wd3", true, false),
        ("pk2", false, true),
        ("pc2", true, false),
        ("pb2", true, true),
        ("re5", true, false),
        ("rb5", true, true),
        ("rk5", true, true),
        ("sh2", true, true),
        ("nb2", true, false),
    ] {
        let men = format!("{base}{man}");
        assert_eq!(is_legal(&men, k, &[], "g1j1"), king_side, "{man} K");
        assert_eq!(is_legal(&men, k, &[], "g1d1"), queen_side, "{man} Q");
    }
    assert!(!is_legal(&format!("{base}wg3"), k, &[], "g1j1")); // check by charge
    assert!(is_legal(&format!("{base}vg3"), k, &[], "g1j1"));
    assert!(!is_legal(&format!("{base}vh3"), k, &["charge-always"], "g1j1"));
    assert!(!is_legal(&format!("{base}Nb1"), k, &[], "g1d1"));
    assert!(!is_legal(&format!("{base}nk1"), k, &[], "g1j1"));
    // a pinned enemy man attacks all the same: rook h11 pinned on rank 11... king k11, white Q a11
    assert!(!is_legal("Kg1 Rl1 kk11 rh11 Qa11 Ra2", "w K - 0 1", &[], "g1j1"));
    // rights go with a captured rook
    assert_eq!(
        after("Kg1 Rl1 Ra1 rl5 kb12", "b KQ - 3 9", &[], "l5l1"),
        fen("Kg1 rl1 Ra1 kb12", "w Q - 0 10")
    );
    for (men, c) in [
        ("Kf1 Rl1 kb12", "K"),
        ("Kg1 Ra1 kb12", "K"),
        ("Kg1 rl1 kb12", "K"),
        ("Kg1 Rl1 kb12", "KK"),
        ("Kg1 Rl1 kb12", "x"),
        ("Kg1 Rl1 kb12", "K-"),
        ("Kg1 Rl1 kg12 rl11", "Kk"),
    ] {
        refusal(men, &format!("w {c} - 0 1"));
    }
}

#[test]
fn shield() {
    assert!(is_legal("Ke5 sd4 ka12", WHITE, &[], "e5d4"));
    assert!(!is_legal("Ke3 sd4 ka12", WHITE, &[], "e3d4"));
    assert!(is_legal("Ke3 sd4 ka12", WHITE, &["no-shield"], "e3d4"));
}

/// Adds a black king where the position stands.
fn with_king(men: &str) -> String {
    ["ka12", "kl12", "kl10", "kk12"]
        .iter()
        .map(|k| format!("{men} {k}"))
        .find(|men| {
            analyse(&fen(men, WHITE), &[]).is_ok()
                && analyse(&fen(men, WHITE), &["no-shield"]).is_ok()
        })
        .unwrap()
}

#[test]
fn shield_more() {
    // every kind of front attacker of a black Shielder f6
    for man in [
        "Qf3", "Qc3", "Rf2", "Bc3", "Ne4", "Nd5", "Of4", "Of3", "Le2", "Lb5", "Pe5", "Wf5", "Wf4",
        "Vf5", "Mb3", "Kf5",
    ] {
        let king = if man.starts_with('K') { "" } else { "Ka1" };
        let men = with_king(&format!("{man} sf6 {king}"));
        let mv = format!("{}f6", &man[1..]);
        assert!(!is_legal(&men, WHITE, &[], &mv), "{man}");
        assert!(is_legal(&men, WHITE, &["no-shield"], &mv), "{man}");
    }
    // from beside and behind
    for man in
        ["Qf9", "Ra6", "Ng8", "Nd7", "Of8", "Lf8", "Lb7", "Ld6", "Se6", "Sg6", "Kf7", "Kg6", "Mb9"]
    {
        let king = if man.starts_with('K') { "" } else { "Ka1" };
        let men = with_king(&format!("{man} sf6 {king}"));
        assert!(is_legal(&men, WHITE, &[], &format!("{}f6", &man[1..])), "{man}");
    }
    // white shielder: front is higher
    assert!(!is_legal("rf9 Sf6 ka12 Ka1", BLACK, &[], "f9f6"));
    assert!(is_legal("rf2 Sf6 ka12 Kl1", BLACK, &[], "f2f6"));
    assert!(!is_legal("pe7 Sf6 ka12 Ka1", BLACK, &[], "e7f6"));
    // the shield guards no king: a king's square is attacked all the same
    assert_eq!(analyse(&fen("ka12 Kg1 qg5", WHITE), &[]).unwrap().result, "*");
    assert!(!is_legal("ka12 Kg1 qg5", WHITE, &[], "g1g2"));
}

#[test]
fn push() {
    assert_eq!(
        after("Se5 ne6 ka12 Ka1", "w - - 3 4", &[], "e5e6"),
        fen("Se6 ne7 ka12 Ka1", "b - - 4 4")
    );
    assert!(!is_legal("Se5 se6 ka12 Ka1", WHITE, &[], "e5e6"));
    assert!(!is_legal("Se5 se6 ka12 Ka1", WHITE, &["no-shield"], "e5e6"));
    assert!(!is_legal("Se5 Ne6 ka12 Ka1", WHITE, &[], "e5e6"));
    assert!(!is_legal("Se5 ne6 ne7 ka12 Ka1", WHITE, &[], "e5e6"));
    assert!(is_legal("Se9 ne10 ka12 Ka1", WHITE, &[], "e9e10"));
    assert!(!is_legal("Se10 ne11 ka12 Ka1", WHITE, &[], "e10e11"));
    assert!(!is_legal("Se11 ne12 ka12 Ka1", WHITE, &[], "e11e12"));
    assert!(!is_legal("Se11 ne12 ka12 Ka1", WHITE, &[], "e11e12q"));
    assert!(!is_legal("Se2 ne4 ka12 Ka1", WHITE, &[], "e2e4"));
    assert!(is_legal("Se2 ne3 ka12 Ka1", WHITE, &[], "e2e3"));
    // black pushes white king; king may be pushed
    assert_eq!(after("se5 Ke4 ka12", "b - - 3 4", &[], "e5e4"), fen("se4 Ke3 ka12", "w - - 4 5"));
    assert!(!is_legal("se3 Ke2 ka12", BLACK, &[], "e3e2"));
    // pushing the enemy king into check is fine, leaving one's own is not
    assert!(is_legal("Se5 ke6 Rl7 Ka1", WHITE, &[], "e5e6"));
    assert!(is_legal("Se5 Ke4 ne6 re8 ka12", WHITE, &[], "e5e6")); // still blocked by both
    assert!(!is_legal("Sd5 Ka5 nd6 rl5 ka12", WHITE, &[], "d5d6")); // opens the rank
    // pushing gives the pushed rook a line to the king? rook d6 -> d7 checks Ka7
    assert!(!is_legal("Sd5 Ka7 rd6 kl12", WHITE, &[], "d5d6"));
    // pushed back to the home rank: double step again
    let f = after("Se8 pe9 ka12 Kl1", WHITE, &[], "e8e9");
    assert_eq!(f, fen("Se9 pe10 ka12 Kl1", "b - - 1 1"));
    let f = after("Se9 we10 ka12 Kl1", WHITE, &[], "e9e10");
    assert_eq!(f, fen("Se10 we11 ka12 Kl1", "b - - 1 1"));
    assert!(analyse(&f, &[]).unwrap().moves.iter().any(|m| m.0 == "e11c9"));
    assert!(!is_legal("Sf5 Kf7 wf6 ka12", WHITE, &[], "f5f6")); // behind occupied by own king
}

#[test]
fn charge_and_promotion() {
    assert_eq!(
        after("We5 ne7 ka12 Ka1", "w - - 9 9", &[], "e5e7"),
        fen("Ve7 ka12 Ka1", "b - - 0 9")
    );
    assert_eq!(
        after("We5 ne7 ka12 Ka1", "w - - 9 9", &["charge-always"], "e5e7"),
        fen("We7 ka12 Ka1", "b - - 0 9")
    );
    assert_eq!(
        after("Ve5 ne7 ka12 Ka1", "w - - 9 9", &["charge-always"], "e5e7"),
        fen("We7 ka12 Ka1", "b - - 0 9")
    );
    assert_eq!(
        after("Ve5 ka12 Ka1", "w - - 9 9", &["charge-always"], "e5d6"),
        fen("Wd6 ka12 Ka1", "b - - 10 9")
    );
    assert_eq!(
        after("We5 ne6 ka12 Ka1", "w - - 9 9", &[], "e5e6"),
        fen("We6 ka12 Ka1", "b - - 0 9")
    );
    assert!(!is_legal("Ve5 ne7 ka12 Ka1", WHITE, &[], "e5e7"));
    assert!(!is_legal("We5 ne7 pe6 ka12 Ka1", WHITE, &[], "e5e7"));
    assert!(!is_legal("We5 se7 ka12 Ka1", WHITE, &[], "e5e7"));
    assert!(!is_legal("We5 ka12 Ka1", WHITE, &[], "e5e7"));
    assert_goals(
        goals("We10 ne12 ka12 Ka1", WHITE, &[], "e10"),
        "e12m e12r e12n e12b e12o d11 f11",
    );
    assert_goals(
        goals("Ve11 ne12 ka12 Ka1", WHITE, &[], "e11"),
        "e12m e12r e12n e12b e12o d12m d12r d12n d12b d12o f12m f12r f12n f12b f12o",
    );
    assert_goals(goals("Se11 nd11 ka12 Ka1", WHITE, &[], "e11"), "e12l e12r e12n e12b e12o d11");
    assert_goals(
        goals("Pe11 nd12 ka12 Ka1", WHITE, &[], "e11"),
        "e12q e12r e12n e12b e12o d12q d12r d12n d12b d12o",
    );
    assert_eq!(
        after("We10 ne12 ka12 Ka1", "w - - 9 9", &[], "e10e12m"),
        fen("Me12 ka12 Ka1", "b - - 0 9")
    );
    assert_eq!(
        after("Pe11 ka12 Ka1", "w - - 9 9", &[], "e11e12n"),
        fen("Ne12 ka12 Ka1", "b - - 0 9")
    );
    // from home: diagonal double steps, single capture ahead
    assert_goals(goals("Wb2 ka12 Ka1 pb3", WHITE, &[], "b2"), "a3 c3 d4 b3");
    assert_goals(goals("We2 ka12 Ka1 nd3 ng4 ne4", WHITE, &[], "e2"), "f3 e4");
}

#[test]
fn en_passant() {
    // black Warrior c11 double-steps to e9 over d10
    let men = "Pc9 Wd9 Se10 we9 Kg1 ka1";
    let rest = "w - d10e9 0 1";
    assert!(is_legal(men, rest, &[], "c9d10"));
    assert_eq!(after(men, rest, &[], "d9d10"), fen("Pc9 Wd10 Se10 Kg1 ka1", "b - - 0 1"));
    assert!(is_legal(men, rest, &[], "e10d10"));
    assert!(is_legal(men, "w - d10 0 1", &[], "e10d10"));
    // by Spent warriors both ends
    assert!(is_legal("Vd9 ve9 Kg1 ka1", rest, &[], "d9d10"));
    // no e.p. by charge: W d8
    assert!(!is_legal("Wd8 ve9 Kg1 ka1", rest, &[], "d8d10"));
    // Pawn's double step: only Pawns and Shielders take it; not Warriors (square behind the pawn anyway)
    assert!(is_legal("Pc9 pd9 Kg1 ka1", "w - d10 0 1", &[], "c9d10"));
    assert!(is_legal("Sc10 pd9 Kg1 ka1", "w - d10 0 1", &[], "c10d10"));
    // a Shielder's: Shielders only, with and without no-shield
    for o in [&[][..], &["no-shield"]] {
        assert!(!is_legal("Pc9 sd9 Kg1 ka1", "w - d10 0 1", o, "c9d10"));
        assert!(is_legal("Sc10 sd9 Kg1 ka1", "w - d10 0 1", o, "c10d10"));
    }
    // output: only if legal
    assert!(after("Pc9 wd11 Kg1 ka1", BLACK, &[], "d11f9").ends_with(" w - - 1 2"));
    assert!(after("Pd9 wd11 Kg1 ka1", BLACK, &[], "d11f9").ends_with(" w - e10f9 1 2"));
    assert!(after("Pc9 sd11 Kg1 ka1", BLACK, &[], "d11d9").ends_with(" w - - 1 2"));
    assert!(after("Sc10 sd11 Kg1 ka1", BLACK, &[], "d11d9").ends_with(" w - d10 1 2"));
    // rank pin: pawn c9 and victim e9 both leave the rank
    assert!(after("Pd9 wd11 Ka9 rl9 kl1", BLACK, &[], "d11f9").ends_with(" w - - 1 2"));
    // two Warriors
    assert!(refusal("Wd9 wc9 we9 Kg1 ka1", "w - d10 0 1").contains("two Warriors"));
    assert!(is_legal("Wd9 wc9 we9 Kg1 ka1", "w - d10c9 0 1", &[], "d9d10"));
    assert_eq!(
        after("Wd9 wc9 we9 Kg1 ka1", "w - d10c9 0 1", &[], "d9d10"),
        fen("Wd10 we9 Kg1 ka1", "b - - 0 1")
    );
    // pawn first
    assert_eq!(
        after("Pc9 pd9 we9 Kg1 ka1", "w - d10 0 1", &[], "c9d10"),
        fen("Pd10 we9 Kg1 ka1", "b - - 0 1")
    );
    // dropped fields
    for ep in ["d9", "d3", "a10", "d10c9", "d10d9", "d10e10", "d10h4"] {
        assert!(
            !moves("Pc9 Wd9 Se10 ve9 Kg1 ka1 nc11", &format!("w - {ep} 0 1"), &[])
                .iter()
                .any(|m| m.0.ends_with("d10") && !m.0.starts_with("e9") && m.0 != "e10d10"),
            "{ep}"
        );
    }
    for ep in ["d", "d13", "m3", "d0", "d010", "d10e", "d10e9f8", "D10", "", "e10-"] {
        refusal("Pc9 Wd9 Se10 ve9 Kg1 ka1", &format!("w - {ep} 0 1"));
    }
}

#[test]
fn results() {
    let r = |men: &str, rest: &str| analyse(&fen(men, rest), &[]).unwrap().result;
    for (m, want) in [
        ("", true),
        ("B", true),
        ("N", true),
        ("NN", true),
        ("BN", false),
        ("BB", false),
        ("NNN", false),
        ("P", false),
        ("R", false),
        ("W", false),
        ("O", false),
    ] {
        for lower in [false, true] {
            let mut men = String::from("Kl1 ka12");
            for (i, c) in m.chars().enumerate() {
                let c = if lower { c.to_ascii_lowercase() } else { c };
                men += &format!(" {c}{}6", (b'e' + i as u8) as char);
            }
            assert_eq!(r(&men, WHITE) == "1/2-1/2", want, "{men}");
        }
    }
    assert_eq!(r("Ka1 kl12 Ne5 ne9", WHITE), "*");
    assert_eq!(r("Ka1 kl12 Re5", "w - - 149 80"), "*");
    assert_eq!(r("Ka1 kl12 Re5", "w - - 150 80"), "1/2-1/2");
    // KNN mate: k a12, K b10?, knights giving mate; a11,b11,b12 covered
    let men = "ka12 Kb10 Nc11 Nd11"; // c11 checks a12; K covers a11,b11; d11 covers b12
    assert_eq!(
        analyse(&fen(men, "b - - 200 80"), &[]).unwrap(),
        Analysis { result: "1-0", moves: vec![] }
    );
    assert!(moves("Ka1 kl12 Ne5", "w - - 150 80", &[]).len() > 3);
}

#[test]
fn refusals() {
    refusal("Ka1", WHITE);
    refusal("Ka1 ka12 kc12", WHITE);
    refusal("", WHITE);
    refusal("Kd1 kl12 Rl1", WHITE); // black in check, white to move
    refusal("Kd1 kl12 wd3", "b - - 0 1"); // check by charge
    analyse(&fen("Kd1 kl12 vd3", "b - - 0 1"), &[]).unwrap();
    for m in ["P", "W", "V", "S"] {
        for sq in ["e1", "e12"] {
            for c in [m.to_string(), m.to_lowercase()] {
                refusal(&format!("Ka1 kl12 {c}{sq}"), WHITE);
            }
        }
    }
    let b = board("Ka1 kl12");
    for f in [
        format!("{b} w - - 0"),
        format!("{b} w - - 0 1 x"),
        format!("{b} x - - 0 1"),
        format!("{b}/12 w - - 0 1"),
        format!("{b} w - - -1 1"),
        format!("{b} w - - +1 1"),
        format!("{b} w - - 0 a"),
        "12/12 w - - 0 1".into(),
        String::new(),
        b.replace("12/", "13/") + " w - - 0 1",
        b.replacen("12/", "11/", 1) + " w - - 0 1",
        b.replacen("12/", "0120/", 1) + " w - - 0 1",
        b.replacen("12/", "é11/", 1) + " w - - 0 1",
        b.replacen("12/", "11x/", 1) + " w - - 0 1",
    ] {
        assert!(analyse(&f, &[]).is_err(), "{f}");
    }
    assert!(analyse(&format!("{b} w - é 0 1"), &[]).is_err());
    assert!(analyse(&format!("{b} w é - 0 1"), &[]).is_err());
    assert!(analyse(&format!("{b} w - - 0 1"), &["no_shield"]).is_err());
    assert!(
        analyse(&format!("{b} w - - 0 1"), &["no-shield", "old-ox", "short-mage", "charge-always"])
            .is_ok()
    );
}
