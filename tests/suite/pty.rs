//! Tests the program in a real pseudo-terminal: what is sent, what is restored, and the cost of idling.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use lockbench::tui::terminal::{TerminalOwnership, TerminalScreen};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::test_workbench::{ARTICLE, SUMMARY, case_file};

/// Longest wait for a screen before the test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// Returns the command for the program on a case, whose file is in this folder.
fn on_a_case(folder: &Path) -> CommandBuilder {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_lockbench"));
    command.arg(case_file(folder, ARTICLE, SUMMARY));
    command
}

pub struct Session {
    pub child: Box<dyn Child + Send + Sync>,
    writer: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    pub parser: vt100::Parser,
    sent: Vec<u8>,
    _master: Box<dyn MasterPty + Send>,
    _folder: tempfile::TempDir,
}

impl Session {
    fn start() -> Session {
        let folder = tempfile::tempdir().unwrap();
        let command = on_a_case(folder.path());
        Session::run(folder, command)
    }

    /// Starts the program with a state directory shared by several runs.
    fn in_state(state: &Path, args: &[&str]) -> Session {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_lockbench"));
        command.args(args);
        command.env("XDG_STATE_HOME", state);
        Session::run(tempfile::tempdir().unwrap(), command)
    }

    pub fn run(folder: tempfile::TempDir, mut command: CommandBuilder) -> Session {
        let size = PtySize { rows: 40, cols: 120, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        command.env("TERM", "xterm-256color");
        if command.get_env("XDG_STATE_HOME").is_none()
            || command.get_env("XDG_STATE_HOME") == std::env::var_os("XDG_STATE_HOME").as_deref()
        {
            command.env("XDG_STATE_HOME", folder.path().join("state"));
        }
        command.env("XDG_CONFIG_HOME", folder.path());
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let writer = pair.master.take_writer().unwrap();
        let (to, output) = mpsc::channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 65536];
            while let Ok(read) = reader.read(&mut bytes) {
                if read == 0 || to.send(bytes[..read].to_vec()).is_err() {
                    return;
                }
            }
        });
        let parser = vt100::Parser::new(NonZeroU16::new(40).unwrap(), NonZeroU16::new(120).unwrap(), 0);
        Session { child, writer, output, parser, sent: Vec::new(), _master: pair.master, _folder: folder }
    }

    pub fn keys(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    /// Reads until the screen satisfies a condition.
    pub fn until(&mut self, what: &str, wanted: impl Fn(&vt100::Screen) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !wanted(self.parser.screen()) {
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => {
                    self.parser.process(&bytes);
                    self.sent.extend(bytes);
                }
                Err(_) => panic!("not seen: {what}\n{}", self.parser.screen().contents()),
            }
        }
    }

    /// Reads until no output has come for a moment.
    pub fn settle(&mut self) {
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(300)) {
            self.parser.process(&bytes);
            self.sent.extend(bytes);
        }
    }

    /// Reads until no output has come for a moment and nothing is being scored. Returns the time of the
    /// last output.
    pub fn answered(&mut self) -> Duration {
        const QUIET: Duration = Duration::from_millis(250);
        let begun = Instant::now();
        let mut last = Duration::ZERO;
        loop {
            match self.output.recv_timeout(QUIET) {
                Ok(bytes) => {
                    last = begun.elapsed();
                    self.parser.process(&bytes);
                    self.sent.extend(bytes);
                }
                Err(_) if self.parser.screen().contents().contains("scoring …") => {
                    assert!(begun.elapsed() < PATIENCE, "{}", self.parser.screen().contents());
                }
                Err(_) => return last,
            }
        }
    }

    pub fn until_text(&mut self, words: &str) {
        let wanted = words.to_owned();
        self.until(words, move |screen| screen.contents().contains(&wanted));
    }

    /// Waits for the end, reads the remaining output, and returns the exit status.
    pub fn end(mut self) -> (u32, vt100::Screen, Vec<u8>) {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status.exit_code();
            }
            // An endless wait would block all other tests.
            if Instant::now() > end {
                self.settle();
                self.child.kill().ok();
                panic!("it does not end:\n{}", self.parser.screen().contents());
            }
            self.settle();
        };
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_secs(2)) {
            self.parser.process(&bytes);
            self.sent.extend(bytes);
        }
        (status, self.parser.screen().clone(), self.sent)
    }
}

#[test]
fn a_recording_is_played_in_a_terminal_and_goes_on_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let (keys, again) = (folder.path().join("in.keys"), folder.path().join("out.keys"));
    std::fs::write(&keys, "key 1 /\ntype \"12 percent\"\nkey Enter Left e\ntype \"99\"\nkey Esc\n").unwrap();
    let mut command = on_a_case(folder.path());
    command.args(["--play".as_ref(), keys.as_os_str(), "--record".as_ref(), again.as_os_str()]);
    let mut session = Session::run(folder, command);
    session.until_text("9912 percent");
    session.until("reading again", |screen| !screen.contents().contains("✎ editing"));
    session.until_text("· saved");
    let before = std::fs::read_to_string(&again).unwrap();
    session.keys("q");
    let end = Instant::now() + PATIENCE;
    let mut text = before;
    while !text.ends_with("key q\n") {
        assert!(Instant::now() < end, "{text}");
        std::thread::yield_now();
        text = std::fs::read_to_string(&again).unwrap_or(text);
    }
    assert!(
        text.contains(
            "resize 120 40\nkey 1\nkey /\ntype \"12 percent\"\nkey Enter\nkey Left\nkey e\ntype \"99\"\n"
        ),
        "{text}"
    );
    let (status, screen, sent) = session.end();
    assert_eq!(status, 0);
    assert_restored(&screen, &sent);
}

/// Starts the program with a shell script as its editor, in which `$1` is the file.
fn with_editor(script: &str) -> Session {
    let folder = tempfile::tempdir().unwrap();
    let editor = folder.path().join("editor.sh");
    std::fs::write(&editor, script).unwrap();
    let mut command = on_a_case(folder.path());
    command.env("VISUAL", format!("sh {}", editor.display()));
    Session::run(folder, command)
}

#[test]
fn an_editor_has_the_terminal_and_what_it_writes_is_one_change() {
    let mut session = with_editor("echo ready; read words; printf '%s\\n' \"$words\" > \"$1\"\n");
    session.until_text("as opened");
    session.keys("E");
    session.until("the editor", |screen| !screen.alternate_screen() && screen.contents().contains("ready"));
    // Every key goes to the editor while it runs.
    session.keys("The council met 99 times.\n");
    session.until("the workbench", vt100::Screen::alternate_screen);
    session.until_text("The council met 99 times.");
    session.until_text("editor's text is in place");
    session.keys("z");
    session.until_text("Northfield begins in March");
    session.keys("q");
    let (status, screen, sent) = session.end();
    assert_eq!(status, 0, "the change was taken back, so nothing is asked");
    assert_restored(&screen, &sent);
}

#[test]
fn an_editor_that_fails_changes_nothing() {
    let mut session = with_editor("exit 7\n");
    session.until_text("as opened");
    session.keys("E");
    session.until_text("exit status: 7");
    session.keys("q");
    assert_eq!(session.end().0, 0);
}

#[test]
fn the_theme_is_that_of_the_background_and_follows_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let themes = folder.path().join("lockbench/themes");
    std::fs::create_dir_all(&themes).unwrap();
    let write = |colour: &str| {
        let text = format!("base = \"dark\"\n[roles]\ntitle = \"{colour}\"\n");
        std::fs::write(themes.join("mine.toml"), text).unwrap();
    };
    write("#010203");
    let mut command = on_a_case(folder.path());
    command.env("COLORTERM", "truecolor");
    let mut session = Session::run(folder, command);
    let title = |screen: &vt100::Screen| {
        let (row, column) = (0..40).find_map(|row| {
            let line: String = screen.rows(0, 120).nth(row)?;
            line.find("Scores").map(|at| (row as u16, line[..at].chars().count() as u16))
        })?;
        screen.cell(row, column).map(vt100::Cell::fgcolor)
    };
    // A frame may have arrived only partly.
    session.until("the scores", |screen| screen.contents().contains("as opened") && title(screen).is_some());
    let before = title(session.parser.screen());
    // Keys typed while the answer arrives are not lost.
    session.keys("\x1b]11;rgb:ffff/ffff/ffff\x1b\\:");
    session.until_text("Commands");
    session.keys("\x1b");
    session.until("another theme", |screen| {
        !screen.contents().contains("Commands") && title(screen).is_some_and(|now| Some(now) != before)
    });
    // Continue to the theme in the file, past the built-in ones.
    for _ in 0..20 {
        if session.parser.screen().contents().contains("theme mine") {
            break;
        }
        session.keys("T");
        session.until_text("theme ");
        std::thread::sleep(Duration::from_millis(50));
        session.until("a theme", |_| true);
        while let Ok(bytes) = session.output.recv_timeout(Duration::from_millis(100)) {
            session.parser.process(&bytes);
        }
    }
    session.until("its colour", |screen| title(screen) == Some(vt100::Color::Rgb(1, 2, 3)));
    write("#0a0b0c0d0");
    session.keys("\x1b[I");
    session.until_text("mine.toml:3:1");
    assert_eq!(title(session.parser.screen()), Some(vt100::Color::Rgb(1, 2, 3)), "the old one stays");
    write("#0a0b0c");
    session.keys("\x1b[I");
    session.until("the new colour", |screen| title(screen) == Some(vt100::Color::Rgb(10, 11, 12)));
    session.keys("q");
    assert_eq!(session.end().0, 0);
}

#[test]
fn faults_of_the_configuration_and_of_its_theme_are_both_named() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("lockbench");
    std::fs::create_dir_all(own.join("themes")).unwrap();
    std::fs::write(own.join("config.toml"), "theme = \"mine\"\nnosuch = 1\n").unwrap();
    std::fs::write(own.join("themes/mine.toml"), "[roles]\nnosuch = \"red\"\n").unwrap();
    let command = on_a_case(folder.path());
    let mut session = Session::run(folder, command);
    session.until("both faults", |screen| {
        let text = screen.contents();
        text.contains("config.toml:2:1") && text.contains("mine.toml:2:1")
    });
    session.keys("q");
    assert_eq!(session.end().0, 0);
}

/// Checks that the terminal is as the shell expects it.
pub fn assert_restored(screen: &vt100::Screen, sent: &[u8]) {
    assert!(!screen.alternate_screen(), "the alternate screen is left");
    assert!(!screen.hide_cursor(), "the cursor is shown");
    assert!(!screen.bracketed_paste(), "bracketed paste is off");
    assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    let has = |code: &[u8]| sent.windows(code.len()).any(|window| window == code);
    assert!(has(b"\x1b[?1049l"));
}

#[test]
fn a_session_from_the_first_key_to_the_shell() {
    let mut session = Session::start();
    session.until_text("as opened");
    session.keys("1");
    session.until_text("[1 twin-lock ");
    session.keys("/12 percent\r");
    session.keys("\x1b[De99");
    session.until_text("9912 percent");
    session.until_text("(was");
    session.until_text("✎ editing");
    // Escape and a letter in one read would be Alt and the letter.
    session.keys("\x1b");
    session.until("reading again", |screen| !screen.contents().contains("✎ editing"));
    session.until_text("saved");
    session.keys("q");
    let (status, screen, sent) = session.end();
    assert_eq!(status, 0);
    assert_restored(&screen, &sent);
}

/// Returns the summary that a session stores for its only case.
fn kept(folder: &std::path::Path) -> String {
    let sessions = folder.join("state/lockbench/sessions");
    let mut files = std::fs::read_dir(sessions).unwrap().map(|entry| entry.unwrap().path());
    let file = files.find(|file| file.extension().is_some_and(|end| end == "db")).unwrap();
    let show = std::process::Command::new(env!("CARGO_BIN_EXE_lockbench"))
        .args(["sessions", "show"])
        .arg(file)
        .args(["t1", "--by", "you"])
        .output()
        .unwrap();
    let shown: serde_json::Value = serde_json::from_slice(&show.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&show.stderr)));
    shown["summary"].as_str().unwrap().to_owned()
}

#[cfg(unix)]
#[test]
fn what_the_screen_called_saved_survives_any_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = case_file(folder.path(), ARTICLE, SUMMARY);
    let before = std::fs::read(&file).unwrap();
    let mut typed = String::new();
    for (signal, letter) in [("KILL", 'a'), ("TERM", 'b'), ("HUP", 'c'), ("KILL", 'd'), ("KILL", 'e')] {
        let home = tempfile::tempdir().unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_lockbench"));
        command.args(["--as", "you"]);
        command.arg(&file);
        command.env("XDG_STATE_HOME", folder.path().join("state"));
        let mut session = Session::run(home, command);
        session.until_text("t1");
        session.until_text("as opened");
        session.keys(&format!("e\x1b[H{letter}"));
        if signal == "KILL" {
            session.until_text("· saved");
        } else {
            // Text typed a moment before a signal is written before the end.
            session.until_text("saving");
        }
        typed.insert(0, letter);
        let id = session.child.process_id().unwrap().to_string();
        std::process::Command::new("kill").args([&format!("-{signal}"), &id]).status().unwrap();
        session.end();
        assert!(kept(folder.path()).starts_with(&typed), "{signal}: {}", kept(folder.path()));
    }
    assert_eq!(std::fs::read(&file).unwrap(), before, "the source is as it was");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_and_the_terminal_is_restored() {
    for (signal, status) in [("TERM", 143), ("HUP", 129), ("INT", 130), ("QUIT", 131)] {
        let mut session = Session::start();
        session.until_text("as opened");
        let id = session.child.process_id().unwrap().to_string();
        let sent = std::process::Command::new("kill").args([&format!("-{signal}"), &id]).status().unwrap();
        assert!(sent.success());
        let (ended, screen, sent) = session.end();
        assert_eq!(ended, status, "SIG{signal}");
        assert_restored(&screen, &sent);
    }
}

/// Restoring the terminal, which a program aborted for lack of memory cannot do itself.
#[cfg(unix)]
#[test]
fn an_abort_gives_the_screen_back() {
    for signal in ["ABRT", "KILL"] {
        let mut session = Session::start();
        session.until_text("as opened");
        let id = session.child.process_id().unwrap().to_string();
        std::process::Command::new("kill").args([&format!("-{signal}"), &id]).status().unwrap();
        session.until("the shell's screen", |screen| !screen.alternate_screen());
        let (_, screen, sent) = session.end();
        assert_restored(&screen, &sent);
    }
}

#[test]
fn what_begins_and_does_not_end_swallows_no_keys() {
    let mut session = Session::start();
    session.until_text("as opened");
    // Longer than the program waits for the end of a sequence; nothing on the screen shows this.
    session.keys("\x1b[<1");
    std::thread::sleep(Duration::from_millis(400));
    session.keys("1");
    session.until_text("[1 twin-lock ");
    // A single word, since marks of claims are drawn over the spaces between words.
    session.keys("e\x1b[200~pasted");
    session.until_text("pasted");
    session.keys("-and-typed ");
    session.until_text("pasted-and-typed");
    session.keys("\x1b");
    session.until("reading again", |screen| !screen.contents().contains("✎ editing"));
    session.until_text("saved");
    session.keys("q");
    assert_eq!(session.end().0, 0);
}

#[test]
fn the_very_first_run_is_a_tour_which_comes_once() {
    let state = tempfile::tempdir().unwrap();
    let start = |args: &[&str]| Session::in_state(state.path(), args);
    let mut session = start(&[]);
    session.until_text("Tour 1/9");
    session.until_text("Coverage");
    // Leaving it opens the usual screen.
    session.keys("q");
    session.until_text("council-budget");
    session.until("no tour", |screen| !screen.contents().contains("Tour"));
    session.keys("q");
    let (status, screen, sent) = session.end();
    assert_eq!(status, 0);
    assert_restored(&screen, &sent);
    let mut session = start(&[]);
    session.until_text("council-budget");
    assert!(!session.parser.screen().contents().contains("Tour"), "it comes once");
    session.keys("q");
    assert_eq!(session.end().0, 0);
    // It can be requested again; from there the lessons are one key away.
    let mut session = start(&["learn", "--tour"]);
    session.until_text("Tour 1/9");
    session.keys(">");
    session.until_text("0 of 18 passed");
    session.keys("\r");
    session.until("the list is closed", |screen| !screen.contents().contains("of 18 passed"));
    session.keys("q");
    assert_eq!(session.end().0, 0);
}

#[test]
fn lessons_and_the_gym_open_on_a_terminal() {
    let state = tempfile::tempdir().unwrap();
    let start = |args: &[&str]| Session::in_state(state.path(), args);
    let mut session = start(&["learn", "what-a-claim-is", "--as", "p7"]);
    session.until_text("Lesson 1/18");
    session.until_text("as opened");
    session.keys("kkku");
    session.until_text("○ keep label claim 1 = supported");
    session.keys("q");
    assert_eq!(session.end().0, 0);
    let progress = std::fs::read_to_string(state.path().join("lockbench/learn/progress/p7.json")).unwrap();
    assert!(progress.contains("\"learner\": \"p7\"") && progress.contains("what-a-claim-is"), "{progress}");
    let mut session = start(&["learn", "--gym", "--seed", "3", "--as", "p7"]);
    session.until_text("Where is it wrong?");
    session.keys("\x12");
    session.until_text("What was spoilt");
    // Escape and a letter in one read would be Alt and the letter.
    session.keys("\x1b");
    session.until("closed", |screen| !screen.contents().contains("What was spoilt"));
    session.keys("q");
    assert_eq!(session.end().0, 0);
    let progress = std::fs::read_to_string(state.path().join("lockbench/learn/progress/p7.json")).unwrap();
    assert!(progress.contains("\"done\": 1") && progress.contains("what-a-claim-is"), "{progress}");
}

/// Not a test by itself: the next test runs it in a terminal of its own.
#[test]
#[ignore = "run by a_panic_gives_the_terminal_back"]
fn panics_on_the_screen() {
    let taken = TerminalOwnership::default();
    taken.guard_panics();
    let mut screen = TerminalScreen::enter(&taken).unwrap();
    screen.present(|frame| frame.render_widget("about-to-fall", frame.area())).unwrap();
    panic!("the screen fell");
}

#[test]
fn a_panic_gives_the_terminal_back() {
    let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
    command.args(["--exact", "pty::panics_on_the_screen", "--ignored", "--nocapture"]);
    let session = Session::run(tempfile::tempdir().unwrap(), command);
    let (status, screen, sent) = session.end();
    assert_ne!(status, 0);
    assert_restored(&screen, &sent);
    let place = |words: &str| {
        let found = sent.windows(words.len()).position(|window| window == words.as_bytes());
        found.unwrap_or_else(|| panic!("not sent: {words:?}"))
    };
    assert!(place("about-to-fall") < place("\x1b[?1049l"), "the screen was taken");
    assert!(place("\x1b[?1049l") < place("the screen fell"), "the message stands on the shell's screen");
}

#[cfg(target_os = "linux")]
#[test]
fn it_stops_and_goes_on_as_other_programs_do() {
    let mut session = Session::start();
    session.until_text("as opened");
    let id = session.child.process_id().unwrap();
    let state = || {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
        stat.rsplit(')').next().unwrap().trim_start().chars().next().unwrap()
    };
    session.keys("\x1a");
    session.until("the shell's screen", |screen| !screen.alternate_screen() && !screen.hide_cursor());
    let end = Instant::now() + PATIENCE;
    while state() != 'T' {
        assert!(Instant::now() < end, "it does not stop: {}", state());
        std::thread::yield_now();
    }
    let sent = std::process::Command::new("kill").args(["-CONT", &id.to_string()]).status().unwrap();
    assert!(sent.success());
    session.until("the workbench again", vt100::Screen::alternate_screen);
    session.until_text("as opened");
    // Drawing again must not query the terminal either.
    session.keys("\x0c0");
    session.until_text("All rubrics");
    session.keys("0q");
    let (status, screen, sent) = session.end();
    assert_eq!(status, 0);
    assert_restored(&screen, &sent);
}

#[cfg(target_os = "linux")]
#[test]
fn idle_it_uses_no_cpu() {
    let mut session = Session::start();
    session.until_text("as opened");
    let path = format!("/proc/{}/stat", session.child.process_id().unwrap());
    // User and system time, in clock ticks, after the name in brackets.
    let ticks = || -> u64 {
        let stat = std::fs::read_to_string(&path).unwrap();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    };
    // The test measures an idle period, so nothing may happen during it.
    while session.output.recv_timeout(Duration::from_millis(500)).is_ok() {}
    // After two seconds the session's log is written into its file, once.
    std::thread::sleep(Duration::from_secs(4));
    let before = ticks();
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(ticks(), before, "clock ticks used within a second of idleness");
    session.keys("q");
    assert_eq!(session.end().0, 0);
}
