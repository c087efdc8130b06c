//! XBoard in a virtual display, with a mouse.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use hippogriff::game::GameInfo;

/// Where Debian puts programs that are games.
pub const GAMES: &str = "/usr/games";
/// Nothing that is waited for takes so long, except on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long XBoard may take to react to a click.
const REACTION: Duration = Duration::from_millis(700);
/// The colours of the board's squares, as XBoard is told.
const SQUARES: [(&str, [u8; 3]); 2] =
    [("#C8C365", [0xC8, 0xC3, 0x65]), ("#77A26D", [0x77, 0xA2, 0x6D])];

/// A virtual display, gone when dropped.
pub struct Display {
    server: Child,
    pub name: String,
}

impl Display {
    pub fn open() -> Display {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts (apt-get install xvfb)");
        let mut number = String::new();
        let output = server.stdout.take().expect("its output is piped");
        BufReader::new(output).read_line(&mut number).expect("it tells its display");
        Display { server, name: format!(":{}", number.trim()) }
    }

    /// The output of a program that looks at the display; it must succeed.
    fn run(&self, program: &str, arguments: &[&str]) -> Vec<u8> {
        let mut command = Command::new(program);
        command.args(arguments).env("DISPLAY", &self.name);
        let output = command.output().unwrap_or_else(|error| panic!("{program}: {error}"));
        assert!(output.status.success(), "{program} {arguments:?}: {output:?}");
        output.stdout
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// XBoard with a board for a person who plays White against the engine. Gone when dropped.
pub struct Board {
    xboard: Child,
    display: Display,
    log: PathBuf,
    game: &'static GameInfo,
    /// The left edge, the top edge and the width of a square, in pixels.
    left: usize,
    top: usize,
    square: f64,
}

impl Drop for Board {
    fn drop(&mut self) {
        let _ = self.xboard.kill();
        let _ = self.xboard.wait();
    }
}

impl Board {
    /// Starts XBoard with the engine at a position; `folder` gets its files.
    pub fn open(folder: &Path, game: &'static GameInfo, fen: &str) -> Board {
        let display = Display::open();
        let xboard = start(&display, folder, game, fen);
        let log = folder.join("debug.log");
        let mut board = Board { xboard, display, log, game, left: 0, top: 0, square: 1.0 };
        board.wait_for(": pong 1");
        board.find();
        // A note about the menus goes away on a click.
        board.click_at(board.left + 20, board.top - 15);
        board
    }

    /// What XBoard's log says behind `words`, as soon as it says them.
    pub fn wait_for(&self, words: &str) -> String {
        let began = Instant::now();
        loop {
            let log = fs::read(&self.log).unwrap_or_default();
            let log = String::from_utf8_lossy(&log);
            let found = log.lines().find_map(|line| line.split_once(words));
            match found {
                Some((_, rest)) => {
                    thread::sleep(REACTION);
                    return rest.to_owned();
                }
                None if began.elapsed() > PATIENCE => panic!("no {words:?} in {log}"),
                None => thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// Looks where the board is, until it has as many squares as it should.
    fn find(&mut self) {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if let Some([left, right, top, bottom]) = self.edges() {
                let [width, height] = [right - left, bottom - top];
                let [across, up] = [self.game.files, self.game.ranks].map(|count| count as f64);
                let squares = [width as f64 / across, height as f64 / up];
                if width > 100 && (squares[0] - squares[1]).abs() < 0.5 {
                    (self.left, self.top, self.square) = (left, top, squares[0]);
                    return;
                }
            }
            thread::sleep(Duration::from_millis(200));
        }
        panic!("XBoard shows no board of {}", self.game.name);
    }

    /// The outermost columns and rows of pixels in the colours of squares: left, right, top, bottom.
    fn edges(&self) -> Option<[usize; 4]> {
        let image = self.display.run("import", &["-window", "root", "-depth", "8", "rgb:-"]);
        const WIDTH: usize = 1024;
        let is_square = |pixel: &[u8]| SQUARES.iter().any(|(_, colour)| colour == pixel);
        let places: Vec<_> = image
            .chunks_exact(3)
            .enumerate()
            .filter(|(_, pixel)| is_square(pixel))
            .map(|(place, _)| (place % WIDTH, place / WIDTH))
            .collect();
        let columns = || places.iter().map(|(column, _)| *column);
        let rows = || places.iter().map(|(_, row)| *row);
        Some([columns().min()?, columns().max()? + 1, rows().min()?, rows().max()? + 1])
    }

    /// Clicks on a square.
    pub fn click(&self, square: &str) {
        let (square, _) = self.game.read_square(square).expect("a square");
        let (file, rank) = (square % self.game.files, square / self.game.files);
        let centre = |place: usize| ((place as f64 + 0.5) * self.square) as usize;
        let row = self.game.ranks - 1 - rank;
        self.click_at(self.left + centre(file), self.top + centre(row));
    }

    fn click_at(&self, x: usize, y: usize) {
        self.display.run("xdotool", &["mousemove", &x.to_string(), &y.to_string()]);
        thread::sleep(REACTION / 4);
        self.display.run("xdotool", &["click", "1"]);
        thread::sleep(REACTION);
    }

    /// The men on XBoard's board, as in a FEN.
    pub fn position(&self) -> String {
        self.display.run("xdotool", &["key", "ctrl+shift+c"]);
        thread::sleep(REACTION);
        let fen = self.display.run("xclip", &["-o", "-selection", "clipboard"]);
        let fen = String::from_utf8(fen).expect("a FEN is text");
        fen.split(' ').next().unwrap_or_default().to_owned()
    }
}

/// Starts XBoard with the engine at a position.
fn start(display: &Display, folder: &Path, game: &GameInfo, fen: &str) -> Child {
    let engine = folder.join("engine");
    let mut script = File::create(&engine).unwrap();
    let program = env!("CARGO_BIN_EXE_hippogriff");
    writeln!(script, "#!/bin/sh\nexec '{program}' --variant {} --fen '{fen}'", game.name).unwrap();
    drop(script);
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{GAMES}:{}", std::env::var("PATH").unwrap_or_default());
    Command::new("xboard")
        .env("PATH", path)
        .env("HOME", folder)
        .env("DISPLAY", &display.name)
        .current_dir(folder)
        .args(["-fcp", "./engine", "-variant", game.name, "-searchDepth", "1"])
        .args(["-testLegality", "false", "-showTargetSquares", "true", "-oneClickMove", "true"])
        .args(["-useBoardTexture", "false", "-lightSquareColor", SQUARES[0].0])
        .args(["-darkSquareColor", SQUARES[1].0, "-boardSize", "49", "-soundProgram", ""])
        .args(["-repeatsToDraw", "0", "-ruleMoves", "0", "-saveSettingsOnExit", "false"])
        .args(["-debug", "-nameOfDebugFile", "debug.log"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("XBoard starts (apt-get install xboard)")
}
