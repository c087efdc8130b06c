//! A mock engine for tests of matches: it plays the five games by the rules, with moves that are
//! easily foretold, over UCI and CECP, and misbehaves on cue.

mod cue;
mod fault;
mod player;
mod words;

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process;
use std::thread;
use std::time::Duration;

use clap::Parser;
use cue::Cue;
use fault::{Fault, State};
use hippogriff::session::Start;
use player::Player;
use words::{Command, Eval, Protocol};

/// A mock engine that misbehaves on cue
#[derive(Debug, Parser)]
struct Arguments {
    /// The texts of its moves in each game, with blanks between them; where one is not legal, or
    /// none is left, it plays as --seed says
    #[arg(long, value_delimiter = ' ', value_name = "MOVES")]
    moves: Vec<String>,
    /// Random moves [default: the first legal move in bytewise order]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The scores it tells with its moves; the last one is told again and again: cp, M3, -M3, none
    #[arg(long, value_delimiter = ',', allow_hyphen_values = true, value_name = "SCORES")]
    scores: Vec<Eval>,
    /// Time before each answer
    #[arg(long, value_name = "MS", default_value_t = 0)]
    think: u64,
    #[command(flatten)]
    cue: Cue,
    /// How late the fault `slow` makes its move
    #[arg(long, value_name = "MS", default_value_t = 0)]
    by: u64,
    /// The variants it announces, separated by commas [default: all games]
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    variants: Option<Vec<String>>,
    /// Do not announce CECP's nps
    #[arg(long)]
    no_nps: bool,
    /// Do not announce CECP's ping
    #[arg(long)]
    no_ping: bool,
    /// Announce in CECP that it can play one game only
    #[arg(long)]
    no_reuse: bool,
    /// Append every line that it receives to this file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// The engine in conversation.
struct Mock {
    arguments: Arguments,
    log: Option<File>,
    protocol: Protocol,
    player: Player,
    state: State,
    /// CECP: it only takes down moves.
    force: bool,
    /// Nothing was asked of it since a game began.
    fresh: bool,
}

impl Mock {
    fn new(arguments: Arguments) -> io::Result<Self> {
        let file = arguments.log.as_ref();
        let log =
            file.map(|path| OpenOptions::new().create(true).append(true).open(path)).transpose()?;
        let player = Player::new(&arguments.moves, arguments.seed, &arguments.scores);
        let (protocol, state) = (Protocol::Uci, State::Sound);
        Ok(Mock { arguments, log, protocol, player, state, force: false, fresh: false })
    }

    /// Takes a line; says whether there is more to come.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        if let Some(log) = &mut self.log {
            // In one piece: several engines may write to one file.
            log.write_all(format!("{line}\n").as_bytes())?;
        }
        let command = words::read(line);
        match (command, &self.state) {
            (Command::Quit, _) => return Ok(false),
            (Command::Hurry, State::Withholding(answer)) => {
                say(answer)?;
                self.state = State::Sound;
            }
            (_, State::Withholding(_) | State::Dumb) => {}
            (command, State::Sound) => self.follow(command)?,
        }
        Ok(true)
    }

    fn follow(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Greeting(protocol) => self.greet(protocol)?,
            Command::NewGame => {
                self.player.begin();
                (self.force, self.fresh) = (false, true);
                self.arguments.cue.begin_game();
            }
            Command::Sync(answer) => return self.synchronize(&answer),
            Command::Variant(name) => self.player.choose(&name),
            Command::Rule(name, on) => self.player.set_rule(&name, on),
            Command::Position { fen, moves } => {
                self.player.set_up(&fen.map_or(Start::Default, Start::Fen));
                // Where a move is not legal, those behind it are not either.
                let _ = moves.iter().try_for_each(|mv| self.player.take_down(mv));
            }
            Command::Force => self.force = true,
            Command::Go => {
                self.force = false;
                self.answer()?;
            }
            Command::Move(text) => match self.player.take_down(&text) {
                Err(error) => say(&format!("Illegal move ({error}): {text}\n"))?,
                Ok(()) if self.force => {}
                Ok(()) => self.answer()?,
            },
            Command::Quit | Command::Hurry | Command::Other => {}
        }
        Ok(())
    }

    /// Introduces itself, unless its fault is due already.
    fn greet(&mut self, protocol: Protocol) -> io::Result<()> {
        self.protocol = protocol;
        match self.arguments.cue.at_greeting() {
            Some(fault) => self.misbehave(fault),
            None => {
                let all = hippogriff::games::ALL.iter().map(|game| game.name.to_owned());
                let variants = self.arguments.variants.clone().unwrap_or_else(|| all.collect());
                let lacks = [
                    (self.arguments.no_nps, "nps"),
                    (self.arguments.no_ping, "ping"),
                    (self.arguments.no_reuse, "reuse"),
                ];
                let lacks: Vec<_> = lacks.iter().filter(|lack| lack.0).map(|lack| lack.1).collect();
                say(&protocol.introduction(&variants, &lacks))
            }
        }
    }

    fn synchronize(&mut self, answer: &str) -> io::Result<()> {
        let fresh = std::mem::take(&mut self.fresh);
        if fresh && let Some(fault) = self.arguments.cue.at_new_game() {
            self.misbehave(fault)?;
        }
        if self.state == State::Sound { say(answer) } else { Ok(()) }
    }

    /// Moves, or does what it does instead.
    fn answer(&mut self) -> io::Result<()> {
        thread::sleep(Duration::from_millis(self.arguments.think));
        let number = self.player.own_moves() + 1;
        match self.arguments.cue.at_move(number) {
            Some(fault) => self.misbehave(fault),
            None => say(&good_answer(self.protocol, &mut self.player)),
        }
    }

    fn misbehave(&mut self, fault: Fault) -> io::Result<()> {
        self.state = fault::commit(fault, self.protocol, &mut self.player, self.arguments.by)?;
        Ok(())
    }
}

/// Makes a move; what is to be said of it.
fn good_answer(protocol: Protocol, player: &mut Player) -> String {
    let thoughts = protocol.thoughts(player.eval());
    let answer = match player.make_move(protocol.style()) {
        Some(text) => protocol.best_move(&text),
        None => protocol.no_move(),
    };
    thoughts + &answer
}

/// Says lines, in one piece.
fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn run(arguments: Arguments) -> io::Result<()> {
    let mut mock = Mock::new(arguments)?;
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        if !mock.obey(String::from_utf8_lossy(&line).trim())? {
            break;
        }
        line.clear();
    }
    Ok(())
}

fn main() {
    let mut arguments = Arguments::parse();
    if arguments.cue.at_program() {
        process::exit(1);
    }
    if let Err(error) = run(arguments) {
        eprintln!("mock engine: {error}");
        process::exit(2);
    }
}
