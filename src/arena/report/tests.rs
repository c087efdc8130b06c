//! Whole reports, and what must hold for each.

use super::*;
use crate::arena::ending::{Score, Termination};
use crate::arena::stats::{Kind, Pentanomial, Verdict, Wdl};

fn scored(pair: u64, white: usize, black: usize, score: Score) -> Scored {
    Scored {
        pair,
        white,
        black,
        game: "knightfall".to_owned(),
        opening: Some(format!("line {}", pair % 3)),
        score,
        termination: Termination::Normal,
        plies: 40,
    }
}

fn sheet(players: &[&str], sprt: &str, games: &[Scored]) -> ScoreSheet {
    let players = players.iter().map(|&player| player.to_owned()).collect();
    let mut sheet = ScoreSheet::new(players, sprt.parse().ok());
    for game in games {
        sheet.add(game).unwrap();
    }
    sheet
}

/// Four pairs that bring the first player 3, 4, 0 and 2 half points, and one odd game.
fn small_match() -> Vec<Scored> {
    let mut games = vec![
        scored(0, 0, 1, Score::White),
        scored(0, 1, 0, Score::Draw),
        scored(1, 0, 1, Score::White),
        scored(1, 1, 0, Score::Black),
        scored(2, 0, 1, Score::Black),
        scored(2, 1, 0, Score::White),
        scored(3, 0, 1, Score::White),
        scored(3, 1, 0, Score::White),
        scored(4, 0, 1, Score::Draw),
    ];
    games[1].termination = Termination::Adjudication;
    games[3].termination = Termination::Crash;
    games[4].termination = Termination::TimeForfeit;
    games[5].termination = Termination::TimeForfeit;
    games[8].termination = Termination::TimeForfeit;
    for game in &mut games[6..] {
        game.game = "horizons[old-ox]".to_owned();
        game.plies = 61;
    }
    games[8].opening = None;
    games
}

/// Score 0.5625, variance of a pair 0.13671875, and so on: worked out apart from this program.
#[test]
fn a_small_report_reads_like_this() {
    let sheet = sheet(&["new", "Böse Hexe"], "elo0=0 elo1=5", &small_match());
    assert_eq!(sheet.full(&ReportOptions { openings: 3, later: 0 }), SMALL_REPORT);
    assert!(SMALL_REPORT.starts_with(&format!("Standings\n\n{}", sheet.standings_table())));
}

const SMALL_REPORT: &str = "\
Standings

  #  player     games  won  drawn  lost  points  score            Elo  failed
  1  new            9    4      2     3     5.0  55.6%  +43.7 ± 338.4       2
  2  Böse Hexe      9    3      2     4     4.0  44.4%  -43.7 ± 338.4       1

Head to head

  player       new
  against      Böse Hexe
  games        9: 4 won, 2 drawn, 3 lost
  points       5.0 (55.6%)
  pairs        4: [1, 0, 1, 1, 1] (LL, LD, WL+DD, WD, WW)
  Elo          +43.7 ± 338.4
  nElo         +41.5 ± 240.8
  LOS          63.2%
  drawn games  22.2%
  drawn pairs  25.0%
  pairs ratio  2.00
  SPRT         elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized
  LLR          0.01 (-2.94 to 2.94)
  verdict      none yet after 4 pairs; 1 game waiting

Games, White's score and average length

  game              games  White  drawn  plies
  horizons[old-ox]      3  83.3%  33.3%   61.0
  knightfall            6  58.3%  16.7%   40.0

Score of each player by game (players as numbered in the standings)

  game                  1      2
  horizons[old-ox]  50.0%  50.0%
  knightfall        58.3%  41.7%

Scores by colour

  player     White +  =  -  score  Black +  =  -  score
  new              3  1  1  70.0%        1  1  2  37.5%
  Böse Hexe        2  1  1  62.5%        1  1  3  30.0%

White's results by opening

  game              opening  games  White +  =  -   score
  horizons[old-ox]  line 0       2        2  0  0  100.0%
  knightfall        line 0       2        1  1  0   75.0%
  knightfall        line 1       2        1  0  1   50.0%
  and 1 more opening

Endings

  ending        games  share
  normal            4  44.4%
  adjudication      1  11.1%
  time forfeit      3  33.3%
  crash             1  11.1%

Games lost by failures

  player     lost  ways
  new           2  time forfeit 2
  Böse Hexe     1  crash 1
";

#[test]
fn the_order_of_games_makes_no_difference() {
    let players = ["new", "Böse Hexe"];
    let test = "elo0=0 elo1=300";
    let mut games: Vec<_> = (0..40)
        .flat_map(|pair| {
            let score = if pair % 5 == 0 { Score::Draw } else { Score::White };
            [scored(pair, 0, 1, Score::White), scored(pair, 1, 0, score)]
        })
        .collect();
    let options = ReportOptions { openings: 20, later: 0 };
    let in_order = sheet(&players, test, &games);
    games.reverse();
    assert_eq!(sheet(&players, test, &games).full(&options), in_order.full(&options));
    for step in [3, 7, 27] {
        let shuffled: Vec<_> = (0..80).map(|game| games[game * step % 80].clone()).collect();
        assert_eq!(sheet(&players, test, &shuffled).full(&options), in_order.full(&options));
    }
}

#[test]
fn a_pair_is_two_games_with_colours_reversed() {
    let pairs = |games: &[Scored]| sheet(&["a", "b", "c"], "", games).players[0].pairs;
    let game = |pair, white, black| scored(pair, white, black, Score::White);
    assert_eq!(pairs(&[game(0, 0, 1), game(1, 1, 0)]), Pentanomial::default());
    assert_eq!(pairs(&[game(0, 0, 1), game(0, 0, 1)]), Pentanomial::default());
    assert_eq!(pairs(&[game(0, 0, 1), game(0, 2, 0)]), Pentanomial::default());
    assert_eq!(pairs(&[game(0, 0, 1), game(0, 1, 0)]), Pentanomial([0, 0, 1, 0, 0]));
    assert_eq!(pairs(&[game(0, 1, 0), game(0, 0, 1)]), Pentanomial([0, 0, 1, 0, 0]));
}

#[test]
fn a_test_takes_pairs_by_their_numbers() {
    let won = |pair| [scored(pair, 0, 1, Score::White), scored(pair, 1, 0, Score::Black)];
    let mut sheet = sheet(&["a", "b"], "elo0=0 elo1=400", &[won(1), won(2)].concat());
    assert_eq!(sheet.test().unwrap().pairs().pairs(), 0);
    for game in won(0) {
        sheet.add(&game).unwrap();
    }
    assert_eq!(sheet.test().unwrap().pairs().pairs(), 3);
    for game in (3..200).flat_map(won) {
        sheet.add(&game).unwrap();
    }
    let test = sheet.test().unwrap();
    assert_eq!(test.verdict(), Verdict::AcceptH1);
    let pairs = test.pairs().pairs();
    assert_eq!(pairs + test.later_pairs(), 200);
    let told = format!(
        "  verdict      H1 accepted after {pairs} pairs; {} later games not counted\n",
        2 * (200 - pairs)
    );
    assert!(sheet.full(&ReportOptions { openings: 20, later: 0 }).contains(&told), "{told}");
}

#[test]
fn only_two_players_are_tested() {
    let sheet = sheet(&["a", "b", "c"], "elo0=0 elo1=5", &[]);
    assert!(sheet.test().is_none());
}

#[test]
fn standings_follow_the_score() {
    let games = [
        scored(0, 0, 1, Score::Black),
        scored(1, 1, 2, Score::Draw),
        scored(2, 2, 0, Score::Draw),
        scored(3, 2, 1, Score::White),
    ];
    let standings = sheet(&["a", "b", "c", "d"], "", &games).standings();
    let order: Vec<_> = standings.iter().map(|standing| standing.player).collect();
    assert_eq!(order, [2, 1, 0, 3]);
    assert_eq!(standings[0].games, Wdl { wins: 1, draws: 2, losses: 0 });
    assert_eq!(standings[3].estimate.elo.kind, Kind::Unknown);
}

#[test]
fn a_failure_counts_against_the_loser() {
    let failed = |score| Scored { termination: Termination::Crash, ..scored(0, 0, 1, score) };
    let failures = |score| {
        let standings = sheet(&["a", "b"], "", &[failed(score)]).standings();
        [0, 1].map(|player| standings.iter().find(|s| s.player == player).unwrap().failures)
    };
    assert_eq!(failures(Score::White), [0, 1]);
    assert_eq!(failures(Score::Black), [1, 0]);
    assert_eq!(failures(Score::Draw), [0, 0]);
}

#[test]
fn unknown_players_are_refused() {
    let mut sheet = sheet(&["a", "b"], "", &[]);
    let empty = sheet.full(&ReportOptions { openings: 20, later: 0 });
    assert_eq!(sheet.add(&scored(0, 0, 2, Score::White)), Err(ScoredError::NoPlayer(2)));
    assert_eq!(sheet.add(&scored(0, 1, 1, Score::White)), Err(ScoredError::BothColours(1)));
    assert_eq!(sheet.full(&ReportOptions { openings: 20, later: 0 }), empty);
}

/// Every line fits, and ends in no blank.
fn assert_tidy(report: &str) {
    for line in report.lines() {
        assert!(line.chars().count() <= 100, "too long: {line}");
        assert_eq!(line, line.trim_end());
    }
    assert!(report.ends_with('\n') && !report.ends_with("\n\n"));
}

#[test]
fn reports_are_tidy_however_many_players_and_games_there_are() {
    for players in [0, 1, 2, 3, 8, 30] {
        let name = |n| format!("Hippogriff 0.1.{n} «Böse Hexe» with a long name");
        let names: Vec<_> = (0..players).map(name).collect();
        let mut sheet = ScoreSheet::new(names, "elo0=0 elo1=5".parse().ok());
        assert_tidy(&sheet.full(&ReportOptions { openings: 20, later: 0 }));
        for (pair, (a, b)) in (0..60).flat_map(|_| pairings(players)).enumerate() {
            for (white, black) in [(a, b), (b, a)] {
                let score = [Score::Draw, Score::White, Score::Black][(pair + white) % 3];
                let mut game = scored(pair as u64, white, black, score);
                game.opening = Some(format!("Eröffnung mit langem Namen und Zug {pair}"));
                game.game = "knightsroses[one-option,another-option,a-third]".to_owned();
                game.termination = Termination::ALL[pair % Termination::ALL.len()];
                sheet.add(&game).unwrap();
            }
        }
        assert_tidy(&sheet.full(&ReportOptions { openings: 7, later: 0 }));
        assert_tidy(&sheet.standings_table());
    }
}

/// Each two of so many players once.
fn pairings(players: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..players).flat_map(|a| (0..a).map(move |b| (a, b)))
}
