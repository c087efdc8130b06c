//! Proves the reference itself (`tests/reference`) right on corner cases of the rules that were
//! worked out by hand. The engine is proved equal to the reference elsewhere.

#[path = "reference_rules/horizons.rs"]
mod horizons;
mod reference;

use reference::{Analyse, crittermate, knightfall, knightsroses, livonian};

fn texts(analyse: Analyse, fen: &str, options: &[&str]) -> Vec<String> {
    let analysis = analyse(fen, options).expect(fen);
    analysis.moves.into_iter().map(|(text, _)| text).collect()
}

/// The FEN after a move, if the move is legal.
fn after(analyse: Analyse, fen: &str, options: &[&str], text: &str) -> Option<String> {
    let analysis = analyse(fen, options).expect(fen);
    let found = analysis.moves.into_iter().find(|(other, _)| other == text);
    found.map(|(_, after)| after)
}

fn result(analyse: Analyse, fen: &str, options: &[&str]) -> &'static str {
    analyse(fen, options).expect(fen).result
}

fn familiar_chess(fen: &str, text: &str) -> Option<String> {
    after(crittermate::analyse, fen, &[], text)
}

#[test]
fn refuses_malformed_fens_and_unknown_options() {
    let games: [(Analyse, &str); 4] = [
        (knightfall::analyse, "rbnnbr/pppppp/6/6/PPPPPP/RBNNBR"),
        (crittermate::analyse, "rnhkqb/pppppp/6/6/PPPPPP/RNGKQB"),
        (knightsroses::analyse, "1n6/8/8/8/8/8/8/N7"),
        (livonian::analyse, "2c6/9/9/9/9/9/9/9/C8"),
    ];
    for (analyse, board) in games {
        let good = format!("{board} w - - 0 1");
        assert!(analyse(&good, &[]).is_ok());
        assert!(analyse(&good, &["no-such"]).is_err());
        for tail in [
            "",
            "w - - 0",
            "x - - 0 1",
            "w Zz - 0 1",
            "w - e3 0 1",
            "w - - -1 1",
            "w - - 0 x",
            "w - - 0 1 Gh* -",
        ] {
            assert!(analyse(&format!("{board} {tail}"), &[]).is_err(), "{tail}");
        }
        for bad in [
            board.replacen('/', "/0", 1),
            board.replacen('/', "/x", 1),
            board.replacen('/', "/1", 1),
            format!("{board}/6"),
            board.replacen('/', "", 1),
            board.replacen('/', "//", 1),
        ] {
            assert!(analyse(&format!("{bad} w - - 0 1"), &[]).is_err(), "{bad}");
        }
    }
}

#[test]
fn knightfall_endings() {
    let analyse = knightfall::analyse;
    assert!(analyse("6/p5/6/6/P5/6 w - - 0 1", &[]).is_err());
    assert!(analyse("6/6/6/n5/6/P4N w - - 0 1", &[]).is_err());
    assert_eq!(result(analyse, "6/6/6/6/6/N5 w - - 200 1", &[]), "1-0");
    assert_eq!(result(analyse, "6/6/6/6/6/n5 w - - 0 1", &[]), "0-1");
    assert_eq!(result(analyse, "5n/6/6/6/6/N5 w - - 99 60", &[]), "*");
    assert_eq!(result(analyse, "5n/6/6/6/6/N5 w - - 100 60", &[]), "1/2-1/2");
    // White's knight is shut in by its own men, and they are by Black's: stalemate.
    let stuck = "5n/6/1p4/1Pp3/2P3/N5 w - - 0 1";
    assert_eq!(result(analyse, stuck, &[]), "1/2-1/2");
    assert!(texts(analyse, stuck, &[]).is_empty());
    // Taking the last knight by promotion wins, though the taker's own number grows.
    let fen = after(analyse, "1n4/P5/6/6/6/5N w - - 7 9", &[], "a5b6n");
    assert_eq!(fen.as_deref(), Some("1N4/6/6/6/6/5N b - - 0 9"));
    assert_eq!(result(analyse, &fen.unwrap(), &[]), "1-0");
}

#[test]
fn knights_and_roses_takes_friends_and_turns_kind() {
    let analyse = knightsroses::analyse;
    let fen = "8/8/8/3N4/8/8/1R6/N7 w - - 5 3";
    assert_eq!(after(analyse, fen, &[], "b2a1").as_deref(), Some("8/8/8/3N4/8/8/8/N7 b - - 0 3"));
    // A rose goes one square any way, further on diagonals only, to the first man met.
    assert_eq!(texts(analyse, fen, &[]), ["b2a1"]);
    let fen = "7n/6n1/8/8/8/8/1R6/1R6 w - - 0 3";
    assert_eq!(texts(analyse, fen, &[]), ["b1b2", "b2b1", "b2g7"]);
    assert_eq!(result(analyse, "8/8/8/8/8/8/8/N7 b - - 0 9", &[]), "1-0");
    assert_eq!(result(analyse, "8/8/8/8/8/8/8/N7 w - - 0 9", &[]), "0-1");
    assert!(analyse("8/8/8/8/8/8/8/8 w - - 0 9", &[]).is_err());
}

#[test]
fn only_four_roses_a_side_reach_an_enemy_at_the_start() {
    let start = "rrrrrrrr/rnnnnnnr/rnnnnnnr/rnnrrnnr/RNNRRNNR/RNNNNNNR/RNNNNNNR/RRRRRRRR w - - 0 1";
    let is_rose = |from: &str| {
        from.ends_with('1') || from.starts_with(['a', 'h']) || from == "d4" || from == "e4"
    };
    let mut reaching: Vec<String> = texts(knightsroses::analyse, start, &[])
        .into_iter()
        .filter(|text| text.as_bytes()[3] >= b'5')
        .map(|text| text[..2].to_string())
        .filter(|from| is_rose(from))
        .collect();
    reaching.dedup();
    assert_eq!(reaching, ["a4", "d4", "e4", "h4"]);
}

#[test]
fn each_familiar_commands_sixteen_squares() {
    // From c3 all squares within two steps are on the board.
    for (familiar, count) in [('G', 16), ('C', 16), ('H', 16), ('W', 16)] {
        let fen = format!("k5/6/6/2{familiar}3/6/5K w - - 0 1");
        let moves = texts(crittermate::analyse, &fen, &[]);
        let own = moves.iter().filter(|text| text.starts_with("c3")).count();
        assert_eq!(own, count, "{familiar}");
    }
}

#[test]
fn hound_and_wildcat_are_blocked_hippogriff_and_raven_leap() {
    for (familiar, goal, goes) in [
        ('G', "c3c5", true),
        ('H', "c3c5", false),
        ('G', "c3e5", true),
        ('C', "c3e5", true),
        ('W', "c3e5", false),
        ('H', "c3b5", true),
        ('W', "c3b5", true),
    ] {
        let fen = format!("5k/6/2PP2/2{familiar}3/6/5K w - - 0 1");
        assert_eq!(familiar_chess(&fen, goal).is_some(), goes, "{familiar}");
    }
}

#[test]
fn castling_with_no_square_between() {
    let fen = "5k/6/6/6/6/1KR3 w C - 4 1 --";
    assert_eq!(familiar_chess(fen, "b1d1").as_deref(), Some("5k/6/6/6/6/2RK2 b - - 5 1 --"));
    for board in [
        "5k/6/6/4b1/6/1KR3", // c1, where the rook stands, is attacked
        "5k/6/6/5b/6/1KR3",  // d1 is attacked
        "5k/6/6/6/6/1KRN2",  // d1 holds a friend
        "5k/6/6/6/6/1KRn2",  // d1 holds an enemy
        "5k/6/6/3b2/6/1KR3", // the king is in check
    ] {
        let fen = format!("{board} w C - 0 1 --");
        assert_eq!(familiar_chess(&fen, "b1d1"), None, "{board}");
    }
}

#[test]
fn castling_with_one_square_between() {
    let fen = "5k/6/6/6/6/1K1R2 w D - 4 1 --";
    assert_eq!(familiar_chess(fen, "b1d1").as_deref(), Some("5k/6/6/6/6/2RK2 b - - 5 1 --"));
    for board in [
        "5k/6/6/5b/6/1K1R2",  // d1, the rook's own square, is attacked
        "5k/6/6/4b1/6/1K1R2", // c1 is attacked
        "5k/6/6/6/6/1KNR2",   // somebody stands between
    ] {
        let fen = format!("{board} w D - 0 1 --");
        assert_eq!(familiar_chess(&fen, "b1d1"), None, "{board}");
    }
}

#[test]
fn castling_with_two_squares_between() {
    let fen = "5k/6/6/6/6/K2R2 w D - 4 1 --";
    let castled = Some("5k/6/6/6/6/1RK3 b - - 5 1 --");
    assert_eq!(familiar_chess(fen, "a1c1").as_deref(), castled);
    // The rook's own square may be attacked if it is neither crossed nor the goal.
    let fen = "5k/6/6/5b/6/K2R2 w D - 0 1 --";
    assert!(familiar_chess(fen, "a1c1").is_some());
    for board in [
        "5k/6/6/6/6/K2Rr1",    // in check once the rook is gone from d1
        "5k/6/6/3b2/6/K2R2",   // b1 is attacked
        "5k/6/6/4b1/6/K2R2",   // c1 is attacked
        "5k/6/6/6/2p3/K2R2",   // a pawn attacks b1
        "5k/6/6/6/3p2/K2R2",   // a pawn attacks c1
        "5k/6/2r3/6/6/K2R2",   // a rook attacks c1
        "4k1/6/6/4b1/6/K2RR1", // a pinned man attacks as well
    ] {
        let fen = format!("{board} w D - 0 1 --");
        assert_eq!(familiar_chess(&fen, "a1c1"), None, "{board}");
    }
    let fen = "2k2r/6/6/6/6/K5 b f - 0 1 --";
    let castled = Some("3rk1/6/6/6/6/K5 w - - 1 2 --");
    assert_eq!(familiar_chess(fen, "c6e6").as_deref(), castled);
}

#[test]
fn castling_rights_that_cannot_be_are_refused() {
    for (board, field) in [
        ("5k/6/6/6/6/K3R1", "E"),   // three squares between
        ("5k/6/6/6/6/K3R1", "K"),   // the same
        ("5k/6/6/6/6/1K1R2", "Q"),  // no rook on that side
        ("k5/6/6/6/6/4KR", "F"),    // the goal is off the board
        ("5k/6/6/6/6/RK4", "Q"),    // the same
        ("5k/6/6/6/6/1K1N2", "D"),  // no rook
        ("5k/6/6/6/6/1K1r2", "D"),  // not an own rook (and in check)
        ("5k/6/6/6/1KR3/6", "C"),   // not on the first rank
        ("5k/6/6/6/6/1K1R2", "d"),  // Black's king is far from home, and has no rook
        ("5k/6/6/6/6/1K1R2", "G"),  // no such file
        ("5k/6/6/6/6/1K1R2", "D-"), // a dash stands alone
        ("5k/6/6/6/6/1K1R2", "DD"), // a side starts with one rook only
        ("5k/6/6/6/6/1K1R2", "KD"),
        ("5k/6/6/6/6/R1KR2", "AD"),
    ] {
        let fen = format!("{board} w {field} - 0 1 --");
        assert!(crittermate::analyse(&fen, &[]).is_err(), "{fen}");
    }
}

#[test]
fn castling_field_in_other_forms() {
    // The nearest rook on that side; White's right is written first.
    let board = "r2k1r/3p2/6/6/6/RK1R1R";
    for (field, written) in [
        ("Df", "Df"),
        ("fD", "Df"),
        ("Kk", "Df"),
        ("kK", "Df"),
        ("Dk", "Df"),
        ("qK", "Da"),
        ("q", "a"),
    ] {
        let fen = format!("{board} w {field} - 0 1 --");
        let next = familiar_chess(&fen, "a1a2").expect(field);
        assert!(next.contains(&format!(" b {written} ")), "{next}");
    }
}

#[test]
fn castling_rights_are_lost() {
    let fen = "3k1r/3p2/6/6/6/1K1R1R w Df - 0 1 --";
    for (text, rights) in
        [("b1a1", "f"), ("b1d1", "f"), ("d1d2", "f"), ("f1e1", "Df"), ("f1f6", "D")]
    {
        let next = familiar_chess(fen, text).expect(text);
        assert!(next.contains(&format!(" b {rights} ")), "{next}");
    }
    let fen = "3k1r/3p2/6/6/4p1/1K1R1R b Df - 0 1 --";
    for (text, rights) in [("e2d1q", "f"), ("e2f1b", "Df"), ("f6f1", "D"), ("f6e6", "D")] {
        let next = familiar_chess(fen, text).expect(text);
        assert!(next.contains(&format!(" w {rights} ")), "{next}");
    }
}

#[test]
fn the_ban_ends_with_blacks_familiar() {
    let fen = "k1h3/6/6/1G4/6/4K1 b - - 0 1 Gh*";
    assert!(familiar_chess(fen, "a6b6").unwrap().ends_with(" Gh*"));
    assert!(familiar_chess(fen, "c6c5").unwrap().ends_with(" Gh"));
    let fen = "k1h3/6/6/1G4/2R3/4K1 w - - 0 1 Gh*";
    let moves = texts(crittermate::analyse, fen, &[]);
    assert!(moves.iter().all(|text| !text.starts_with("b3")));
    assert!(familiar_chess(fen, "c2c6").unwrap().ends_with(" Gh"));
    assert!(familiar_chess(fen, "c2c5").unwrap().ends_with(" Gh*"));
    // Without a black familiar the star means nothing.
    let fen = "k5/6/6/1G4/2R3/4K1 w - - 0 1 Gh*";
    assert!(familiar_chess(fen, "b3b4").unwrap().ends_with(" Gh"));
}

#[test]
fn a_frozen_familiar_still_gives_check() {
    // b3 holds a frozen hippogriff; b5 and c4 are its squares.
    let fen = "k5/6/6/1G4/5h/4K1 b - - 0 1 Gh*";
    assert_eq!(familiar_chess(fen, "a6b5"), None);
    assert!(familiar_chess(fen, "a6a5").is_some());
    // Its check on the side that is not to move cannot be.
    assert!(crittermate::analyse("6/1k4/6/1G4/5h/4K1 w - - 0 1 Gh*", &[]).is_err());
    // With everything else shut in, White is mated or stalemated.
    let fen = "5k/h5/6/1r3G/2r3/K5 w - - 0 1 Gh*";
    assert_eq!(result(crittermate::analyse, fen, &[]), "1/2-1/2");
    let fen = "r4k/5h/2G3/1r4/2r3/K5 w - - 0 1 Gh*";
    assert_eq!(result(crittermate::analyse, fen, &[]), "0-1");
    // Set free, the hippogriff could leap between or take the rook.
    let free = fen.replace('*', "");
    assert_eq!(texts(crittermate::analyse, &free, &[]), ["c4a2", "c4a4", "c4a6"]);
}

#[test]
fn the_ban_for_the_opening_alone() {
    let analyse = crittermate::analyse;
    let only = ["opening-only"];
    let start = "rnhkqb/pppppp/6/6/PPPPPP/RNGKQB w Aa - 0 1 Gh*";
    assert_eq!(texts(analyse, start, &only).len(), 8);
    let next = after(analyse, start, &only, "a2a3").unwrap();
    assert!(next.ends_with(" b Aa - 0 1 Gh"), "{next}");
    let fen = next.clone() + "*";
    let reply = after(analyse, &fen, &only, "a5a4").unwrap();
    assert!(reply.ends_with(" w Aa - 0 2 Gh"), "{reply}");
    let reply = after(analyse, &fen, &[], "a5a4").unwrap();
    assert!(reply.ends_with(" w Aa - 0 2 Gh*"), "{reply}");
}

#[test]
fn promotion_to_the_own_familiar() {
    let promotions = |fen: &str| -> String {
        texts(crittermate::analyse, fen, &[])
            .iter()
            .filter_map(|text| text.strip_prefix("a5a6"))
            .collect()
    };
    assert_eq!(promotions("3k2/P5/6/6/6/3K2 w - - 0 1 Hw"), "bhnqr");
    assert_eq!(promotions("3k2/P5/6/6/6/3K2 w - - 0 1 -w"), "bnqr");
    assert_eq!(promotions("3k2/P5/6/6/6/3K2 w - - 0 1"), "bnqr");
    assert_eq!(promotions("3k2/P5/6/6/6/H2K2 w - - 0 1 Hw"), "bnqr");
    // Made under the ban, it is frozen too.
    let fen = "3k2/P4w/6/6/6/3K2 w - - 0 1 Hw*";
    let fen = familiar_chess(fen, "a5a6h").unwrap();
    assert_eq!(fen, "H2k2/5w/6/6/6/3K2 b - - 0 1 Hw*");
    let fen = familiar_chess(&fen, "d6d5").unwrap();
    let moves = texts(crittermate::analyse, &fen, &[]);
    assert!(moves.iter().all(|text| text.starts_with("d1")));
}

#[test]
fn the_familiar_field() {
    let with = |field: &str| format!("k2h2/6/6/6/1G4/4K1 w - - 0 1 {field}");
    for bad in ["G", "Gh**", "*", "gh", "GH", "hG", "Ch", "Gc", "Kh", "Ghh"] {
        assert!(crittermate::analyse(&with(bad), &[]).is_err(), "{bad}");
    }
    for good in ["Gh", "Gh*", "-h", "G-*", "--", "--*"] {
        let next = familiar_chess(&with(good), "e1e2").expect(good);
        assert!(next.ends_with(&format!(" {good}")), "{next}");
    }
    let two = "k2h2/6/6/6/1G4/G3K1 w - - 0 1";
    assert!(crittermate::analyse(two, &[]).is_err());
}

#[test]
fn a_fen_without_the_familiar_field() {
    let last = |fen: &str, text: &str| {
        let next = familiar_chess(fen, text).expect(fen);
        next.rsplit(' ').next().unwrap().to_string()
    };
    let start = "rnhkqb/pppppp/6/6/PPPPPP/RNGKQB w Aa - 0 1";
    assert_eq!(last(start, "a2a3"), "Gh*");
    assert_eq!(last(&start.replace(" w ", " b "), "a5a4"), "Gh");
    // Not an array: the familiar is away from the king, a man is missing, a pawn has moved.
    assert_eq!(last("rnhkqb/pppppp/6/6/PPPPPP/GRNKQB w - - 0 1", "a2a3"), "Gh");
    assert_eq!(last("rnhkqb/pppppp/6/6/PPPPPP/R1GKQB w - - 0 1", "a2a3"), "Gh");
    assert_eq!(last("rnhkqb/1ppppp/p5/6/PPPPPP/RNGKQB w - - 0 1", "a2a3"), "Gh");
    assert_eq!(last("k5/6/6/6/6/1G3K w - - 0 1", "f1f2"), "G-");
}

#[test]
fn critter_mate_bare_material_and_clock() {
    let analyse = crittermate::analyse;
    for (board, expected) in [
        ("k5/6/6/6/6/5K", "1/2-1/2"),
        ("k5/6/6/6/3b2/5K", "1/2-1/2"),
        ("k5/6/6/6/3N2/5K", "1/2-1/2"),
        ("k5/6/6/6/3P2/5K", "*"),
        ("k5/6/6/6/3G2/5K", "*"),
        ("k5/6/6/6/2bN2/5K", "*"),
    ] {
        let fen = format!("{board} w - - 0 1 --");
        assert_eq!(result(analyse, &fen, &[]), expected, "{fen}");
        assert!(!texts(analyse, &fen, &[]).is_empty());
    }
    // Mate on the last ply before the limit wins.
    let mate = "k5/1Q4/1K4/6/6/6 b - - 100 90 --";
    assert_eq!(result(analyse, mate, &[]), "1-0");
    assert!(analyse("k5/6/6/6/6/6 w - - 0 1 --", &[]).is_err());
    assert!(analyse("k5/6/6/6/6/P4K w - - 0 1 --", &[]).is_err());
    assert!(analyse("kK4/6/6/6/6/6 w - - 0 1 --", &[]).is_err());
}

#[test]
fn livonian_passes_and_dead_ends() {
    let analyse = livonian::analyse;
    let stuck = "4c4/9/9/9/9/9/p8/9/C8 w - - 3 7";
    assert_eq!(
        analyse(stuck, &[]).unwrap().moves,
        [("0000".to_string(), "4c4/9/9/9/9/9/p8/9/C8 b - - 4 7".to_string())]
    );
    let dead = "4c4/9/9/9/9/9/9/9/C8 w - - 3 7";
    let drawn = analyse(dead, &[]).unwrap();
    assert_eq!((drawn.result, drawn.moves.len()), ("1/2-1/2", 0));
    assert!(analyse("9/9/9/9/9/9/9/9/M8 w - - 0 1", &[]).is_err());
    assert_eq!(result(analyse, "9/9/9/9/9/9/9/9/C8 b - - 0 1", &[]), "1-0");
}

#[test]
fn livonian_strikes_need_two_hitters_one_no_musketeer() {
    let analyse = livonian::analyse;
    let strikes = |fen: &str| -> Vec<String> {
        let standing = |text: &String| text.len() == 9 && text[..2] == text[7..];
        let moves = texts(analyse, fen, &[]);
        moves.into_iter().filter(standing).collect()
    };
    let none = [""; 0];
    // One cannon is too little for a pikeman, but enough for a musketeer.
    assert_eq!(strikes("c8/9/9/p8/9/9/9/9/C8 w - - 0 1"), none);
    assert_eq!(strikes("c8/9/9/m8/9/9/9/9/C8 w - - 0 1"), ["a1a6,a6a1"]);
    // Musketeers alone destroy nobody, not even a musketeer.
    assert_eq!(strikes("c8/9/9/m4M3/9/9/9/9/M8 w - - 0 1"), none);
    // A musketeer helps; it is never the one that names the strike.
    assert_eq!(strikes("c8/9/9/p4C3/9/9/9/9/M8 w - - 0 1"), ["f6a6,a6f6"]);
    // A man in the way shields, of whatever side; a rider's reach is one square.
    assert_eq!(strikes("c8/9/9/p4C3/9/P8/9/9/M8 w - - 0 1"), none);
    assert_eq!(strikes("c8/9/9/p1H2C3/9/9/9/9/9 w - - 0 1"), none);
    // Of three hitters the lowest that is no musketeer names the strike.
    let fen = "c8/9/9/p5C2/HP7/9/9/9/9 w - - 0 1";
    assert_eq!(strikes(fen), ["a5a6,a6a5"]);
}

#[test]
fn livonian_moves_count_before_the_strike() {
    let analyse = livonian::analyse;
    // The horse leaves the line of the cannon, joins it, and the last cannon falls.
    let fen = "3c5/9/9/9/9/9/9/3H5/3C5 w - - 8 9";
    let next = after(analyse, fen, &[], "d2d9,d9d8");
    assert_eq!(next, None, "the horse itself shuts the file");
    let fen = "3c5/9/9/9/9/9/9/9/3C1H3 w - - 8 9";
    assert_eq!(after(analyse, fen, &[], "f1d9,d9f8"), None);
    let fen = "3c5/9/9/9/9/9/9/4H4/3C5 w - - 8 9";
    let next = after(analyse, fen, &[], "e2d9,d9e8").unwrap();
    assert_eq!(next, "9/4H4/9/9/9/9/9/9/3C5 b - - 0 9");
    assert_eq!(result(analyse, &next, &[]), "1-0");
    assert!(texts(analyse, &next, &[]).is_empty());
}

#[test]
fn livonian_options() {
    let analyse = livonian::analyse;
    let fen = "8c/9/9/9/9/9/1H7/9/C8 w - - 0 1";
    assert_eq!(after(analyse, fen, &[], "b3c4"), None);
    assert!(after(analyse, fen, &["all-lines"], "b3c4").is_some());
    assert!(after(analyse, fen, &["all-lines"], "b3h9,i9b3").is_none());
    // The cannon on the long diagonal needs the horse next to the other end.
    assert!(after(analyse, fen, &["all-lines"], "b3i9,i9h3").is_none());
    let fen = "8c/9/9/9/9/9/7H1/9/C8 w - - 0 1";
    assert!(after(analyse, fen, &["all-lines"], "h3i9,i9h8").is_none());
    let fen = "8c/9/9/9/9/9/7H1/9/C8 w - - 0 1";
    assert!(after(analyse, fen, &["all-lines"], "h3i9,i9h9").is_some());
    assert!(after(analyse, fen, &[], "h3i9,i9h9").is_none());
    // A flag neither moves nor hits; letters of the other game are refused.
    let flags = "8f/9/9/9/9/9/9/9/F7P w - - 0 1";
    assert!(analyse(flags, &[]).is_err());
    assert!(analyse(fen, &["medieval"]).is_err());
    assert_eq!(texts(analyse, flags, &["medieval"]).len(), 3);
    let fen = "8f/7HP/9/9/9/9/9/9/F8 w - - 0 1";
    let next = after(analyse, fen, &["medieval"], "h8i9,i9h8").unwrap();
    assert_eq!(next, "9/7HP/9/9/9/9/9/9/F8 b - - 0 1");
    assert_eq!(result(analyse, &next, &["medieval"]), "1-0");
}
