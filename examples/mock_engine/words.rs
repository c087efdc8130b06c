//! What is heard and said, in both protocols.

use std::fmt::Write as _;
use std::str::FromStr;

use hippogriff::board::Side;
use hippogriff::game::Style;
use hippogriff::games;

/// CECP: scores from here on tell a mate.
const MATE: i32 = 100_000;

/// A protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// UCI.
    Uci,
    /// XBoard's, version 2.
    Cecp,
}

/// A score to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Eval {
    /// Nothing is told.
    None,
    /// In cp.
    Cp(i32),
    /// A mate in so many moves, against the engine if negative.
    Mate(i32),
}

impl FromStr for Eval {
    type Err = std::num::ParseIntError;

    /// Reads `none`, `-30`, `M5` and `-M5`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match (text, text.strip_prefix('M'), text.strip_prefix("-M")) {
            ("none", ..) => Eval::None,
            (_, Some(moves), _) => Eval::Mate(moves.parse()?),
            (_, _, Some(moves)) => Eval::Mate(-moves.parse::<i32>()?),
            _ => Eval::Cp(text.parse()?),
        })
    }
}

/// What the engine is told to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// To introduce itself.
    Greeting(Protocol),
    /// To forget the last game.
    NewGame,
    /// To answer this when all before is done.
    Sync(String),
    /// To play this game.
    Variant(String),
    /// To switch a variation of the rules.
    Rule(String, bool),
    /// To set up a position, the start if none is given, and to take down moves from there.
    Position {
        /// The position.
        fen: Option<String>,
        /// The moves.
        moves: Vec<String>,
    },
    /// CECP: only to take down moves.
    Force,
    /// To move.
    Go,
    /// CECP: to take down a move, and to answer it unless told `Force`.
    Move(String),
    /// To move at once.
    Hurry,
    /// To end.
    Quit,
    /// Something else.
    Other,
}

/// Reads a line of either protocol; no word means two things.
pub fn read(line: &str) -> Command {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match word {
        "uci" => Command::Greeting(Protocol::Uci),
        "protover" => Command::Greeting(Protocol::Cecp),
        "new" | "ucinewgame" => Command::NewGame,
        "isready" => Command::Sync("readyok\n".to_owned()),
        "ping" => Command::Sync(format!("pong {rest}\n")),
        "variant" => Command::Variant(rest.to_owned()),
        "setoption" => read_uci_option(rest),
        "option" => match rest.split_once('=') {
            Some((name, value)) => Command::Rule(name.to_owned(), value == "1"),
            None => Command::Other,
        },
        "position" => read_position(rest),
        "setboard" => Command::Position { fen: Some(rest.to_owned()), moves: Vec::new() },
        "force" => Command::Force,
        "go" => Command::Go,
        "usermove" => Command::Move(rest.to_owned()),
        "stop" | "?" => Command::Hurry,
        "quit" => Command::Quit,
        _ => Command::Other,
    }
}

/// Reads `name NAME value VALUE`.
fn read_uci_option(text: &str) -> Command {
    let pair = text.strip_prefix("name ").and_then(|text| text.split_once(" value "));
    match pair {
        Some(("UCI_Variant", value)) => Command::Variant(value.to_owned()),
        Some((name, value)) => Command::Rule(name.to_owned(), value == "true"),
        None => Command::Other,
    }
}

/// Reads `startpos moves …` and `fen FEN moves …`.
fn read_position(text: &str) -> Command {
    let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let fen = start.strip_prefix("fen ").map(str::to_owned);
    Command::Position { fen, moves: moves.split_whitespace().map(str::to_owned).collect() }
}

impl Protocol {
    /// How moves are written.
    pub fn style(self) -> Style {
        match self {
            Protocol::Uci => Style::Plain,
            Protocol::Cecp => Style::Xboard,
        }
    }

    /// What the engine says of itself; `lacks` names the features of CECP that it has not.
    pub fn introduction(self, variants: &[String], lacks: &[&str]) -> String {
        match self {
            Protocol::Uci => uci_introduction(variants),
            Protocol::Cecp => cecp_introduction(variants, lacks),
        }
    }

    /// What it thinks of its position.
    pub fn thoughts(self, eval: Eval) -> String {
        match (self, eval) {
            (_, Eval::None) => String::new(),
            (Protocol::Uci, Eval::Cp(cp)) => format!("info depth 1 score cp {cp}\n"),
            (Protocol::Uci, Eval::Mate(moves)) => format!("info depth 1 score mate {moves}\n"),
            (Protocol::Cecp, Eval::Cp(cp)) => format!("1 {cp} 0 1\n"),
            (Protocol::Cecp, Eval::Mate(moves)) => {
                format!("1 {} 0 1\n", moves.saturating_add(MATE * moves.signum()))
            }
        }
    }

    /// It plays `text`.
    pub fn best_move(self, text: &str) -> String {
        match self {
            Protocol::Uci => format!("bestmove {text}\n"),
            Protocol::Cecp => format!("move {text}\n"),
        }
    }

    /// It has no move.
    pub fn no_move(self) -> String {
        match self {
            Protocol::Uci => "bestmove (none)\n".to_owned(),
            Protocol::Cecp => "1/2-1/2 {Stalemate}\n".to_owned(),
        }
    }

    /// The game is over, and `winner` won, or nobody.
    pub fn claim(self, winner: Option<Side>) -> String {
        let claim = match winner {
            _ if self == Protocol::Uci => return self.no_move(),
            Some(Side::White) => "1-0 {White wins}\n",
            Some(Side::Black) => "0-1 {Black wins}\n",
            None => "1/2-1/2 {Draw claimed}\n",
        };
        claim.to_owned()
    }

    /// It gives up.
    pub fn resignation(self) -> String {
        match self {
            Protocol::Uci => self.no_move(),
            Protocol::Cecp => "resign\n".to_owned(),
        }
    }

    /// It offers a draw.
    pub fn draw_offer(self) -> &'static str {
        match self {
            Protocol::Uci => "",
            Protocol::Cecp => "offer draw\n",
        }
    }

    /// It does not accept the position.
    pub fn rejection(self) -> &'static str {
        match self {
            Protocol::Uci => "",
            Protocol::Cecp => "tellusererror Illegal position\n",
        }
    }

    /// It does not accept the opponent's move.
    pub fn refusal(self, mv: &str) -> String {
        match self {
            Protocol::Uci => self.no_move(),
            Protocol::Cecp => format!("Illegal move: {mv}\n"),
        }
    }

    /// A line that says little.
    pub fn chatter(self) -> &'static str {
        match self {
            Protocol::Uci => "info depth 1 nodes 1 string nothing new\n",
            Protocol::Cecp => "# nothing new\n",
        }
    }
}

fn uci_introduction(variants: &[String]) -> String {
    let mut text = "id name Mock\nid author nobody\n".to_owned();
    text += "option name Hash type spin default 1 min 1 max 64\n";
    if !variants.is_empty() {
        text += "option name UCI_Variant type combo default x";
        variants.iter().for_each(|name| write!(text, " var {name}").expect("a string grows"));
        text += "\n";
    }
    for rule in games::ALL.iter().flat_map(|game| game.options) {
        text += &format!("option name {} type check default false\n", rule.name);
    }
    text + "uciok\n"
}

fn cecp_introduction(variants: &[String], lacks: &[&str]) -> String {
    let on = |name| u8::from(!lacks.contains(&name));
    let (ping, nps, reuse) = (on("ping"), on("nps"), on("reuse"));
    let mut text = "feature done=0 myname=\"Mock\" setboard=1 usermove=1 memory=1\n".to_owned();
    text += &format!("feature ping={ping} nps={nps} reuse={reuse}\n");
    text += &format!("feature variants=\"{}\"\n", variants.join(","));
    for rule in games::ALL.iter().flat_map(|game| game.options) {
        text += &format!("feature option=\"{} -check 0\"\n", rule.name);
    }
    text + "feature done=1\n"
}
