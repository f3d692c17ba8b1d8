//! The current keys: the table with the user's changes.

use crossterm::event::KeyEvent;

use super::{Action, Binding, Context, Key, bindings};

/// A row of the current keys.
#[derive(Clone, Debug)]
pub struct Row {
    /// The row of the table that it comes from.
    pub binding: &'static Binding,
    /// The keys; the first is the usual one.
    pub keys: Vec<Key>,
    /// For each key, the key of the table that it replaces, which is the key that components receive.
    stands_for: Vec<Key>,
    /// Contexts in which it applies.
    pub contexts: Vec<Context>,
}

impl Row {
    fn of(binding: &'static Binding) -> Row {
        let (keys, contexts) = (binding.keys.clone(), binding.contexts.clone());
        Row { binding, stands_for: keys.clone(), keys, contexts }
    }

    pub fn action(&self) -> Action {
        self.binding.action
    }

    /// Returns its keys, written for people.
    pub fn label(&self) -> String {
        if !self.binding.written.is_empty() && self.keys == self.binding.keys {
            return self.binding.written.clone();
        }
        let besides = Some(self.binding.besides.clone()).filter(|word| !word.is_empty());
        let keys = self.keys.iter().map(ToString::to_string);
        besides.into_iter().chain(keys).collect::<Vec<_>>().join(" ")
    }

    /// Returns the keys that replace a key of the table.
    pub fn keys_for(&self, known: Key) -> impl Iterator<Item = Key> {
        self.keys
            .iter()
            .zip(&self.stands_for)
            .filter(move |(_, stands_for)| **stands_for == known)
            .map(|(key, _)| *key)
    }

    /// Whether it applies in a context, directly or as a key of the main screen.
    pub fn counts_in(&self, context: Context) -> bool {
        self.contexts.contains(&context) || (context.is_main() && self.contexts.contains(&Context::Main))
    }

    /// Returns the key event that a component receives if the row is chosen by name.
    pub fn event(&self) -> KeyEvent {
        self.stands_for.first().or(self.binding.keys.first()).map_or(Key::NONE, |key| key.event())
    }
}

/// Changed keys for an action in a context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rebinding {
    pub context: Context,
    pub action: Action,
    /// The key of the table that is replaced, for an action whose keys each do something else; `None`
    /// replaces all keys.
    pub stands_for: Option<Key>,
    /// The new keys; if there are none, the action is available from the palette only.
    pub keys: Vec<Key>,
}

#[derive(Clone, Debug)]
pub struct Keymap {
    rows: Vec<Row>,
}

impl Default for Keymap {
    fn default() -> Keymap {
        Keymap { rows: bindings().iter().map(Row::of).collect() }
    }
}

impl Keymap {
    /// Applies changes to the table. If a key would get two meanings in one context, the later of the changes
    /// responsible is left out. Returns the indices of such changes, with descriptions.
    pub fn changed(changes: &[Rebinding]) -> (Keymap, Vec<(usize, String)>) {
        let mut taken: Vec<usize> = (0..changes.len()).collect();
        let mut refused = Vec::new();
        loop {
            let mut map = Keymap::default();
            for &at in &taken {
                map.change(&changes[at]);
            }
            let Some((at, why)) = map.conflict(changes, &taken) else { return (map, refused) };
            taken.retain(|known| *known != at);
            refused.push((at, why));
        }
    }

    fn change(&mut self, change: &Rebinding) {
        let concerns = |row: &Row| row.action() == change.action && row.contexts.contains(&change.context);
        let Some(at) = self.rows.iter().position(concerns) else { return };
        let mut new = self.rows[at].clone();
        new.contexts = vec![change.context];
        let meaning = match change.stands_for {
            Some(meaning) => {
                let (mut keys, mut stands_for) = (Vec::new(), Vec::new());
                for (key, known) in
                    new.keys.iter().zip(&new.stands_for).filter(|(_, known)| **known != meaning)
                {
                    keys.push(*key);
                    stands_for.push(*known);
                }
                (new.keys, new.stands_for) = (keys, stands_for);
                Some(meaning)
            }
            None => {
                new.keys.clear();
                new.stands_for.clear();
                new.binding.keys.first().copied()
            }
        };
        new.stands_for.extend(change.keys.iter().filter_map(|_| meaning));
        new.keys.extend(&change.keys);
        for row in self.rows.iter_mut().filter(|row| concerns(row)) {
            row.contexts.retain(|context| *context != change.context);
        }
        self.rows.insert(at, new);
        self.rows.retain(|row| !row.contexts.is_empty());
    }

    /// Returns the last change that gives a key a second meaning, with a description.
    fn conflict(&self, changes: &[Rebinding], taken: &[usize]) -> Option<(usize, String)> {
        let fault = |&at: &usize| {
            let change = &changes[at];
            let why = change.keys.iter().find_map(|key| {
                let (other, place) = self.other_use(change, *key)?;
                let (name, title) = (other.name(), place.name());
                Some(format!("`{}` is `{name}` in `{title}` already; give that another key too", key.name()))
            });
            why.map(|why| (at, why))
        };
        taken.iter().rev().find_map(fault)
    }

    /// Returns another action that a changed key has in a context where it would be pressed.
    fn other_use(&self, change: &Rebinding, key: Key) -> Option<(Action, Context)> {
        let places: &[Context] = match change.context {
            Context::Main => &[Context::Main, Context::Text, Context::Scores, Context::Caps, Context::Labels],
            context if context.is_main() => &[context, Context::Main],
            ref context => std::slice::from_ref(context),
        };
        let uses = |place: Context| {
            let rows = self.rows_of(place).filter(move |row| row.keys.contains(&key));
            rows.flat_map(move |row| {
                let known = row.keys.iter().zip(&row.stands_for).filter(move |(known, _)| **known == key);
                known.map(move |(_, meaning)| (row, *meaning, place))
            })
        };
        // The change itself is one of the uses.
        let mut own = true;
        let meaning = |row: &Row| change.stands_for.or(row.binding.keys.first().copied());
        let mut others = places.iter().flat_map(|place| uses(*place)).filter(|(row, stands_for, place)| {
            let itself = row.action() == change.action
                && *place == change.context
                && meaning(row) == Some(*stands_for)
                && own;
            own &= !itself;
            !itself
        });
        others.next().map(|(row, _, place)| (row.action(), place))
    }

    /// Returns all rows, in the order of the table.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Returns the rows of a context itself.
    pub fn rows_of(&self, context: Context) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.contexts.contains(&context))
    }

    /// Returns what a key does in a context itself, ignoring the keys of the whole main screen; with the key
    /// of the table that it stands for.
    pub fn own(&self, context: Context, event: KeyEvent) -> Option<(Action, KeyEvent)> {
        self.rows_of(context).find_map(|row| {
            let at = row.keys.iter().position(|key| key.is(event))?;
            Some((row.action(), event_for(row, at, event)))
        })
    }

    pub fn action(&self, context: Context, event: KeyEvent) -> Option<(Action, KeyEvent)> {
        let main = || if context.is_main() { self.own(Context::Main, event) } else { None };
        self.own(context, event).or_else(main)
    }

    /// Returns the usual key of an action among those that apply in a context.
    pub fn first(&self, context: Context, action: Action) -> Option<Key> {
        let rows = self.rows.iter().filter(|row| row.action() == action && row.counts_in(context));
        rows.flat_map(|row| row.keys.first().copied()).next()
    }

    /// Whether some key asks for an action in a context.
    pub fn works(&self, context: Context, action: Action) -> bool {
        self.first(context, action).is_some()
    }

    /// Returns the usual key of an action, written for people; the action's name if it has none.
    pub fn name(&self, context: Context, action: Action) -> String {
        self.first(context, action).map_or_else(|| format!("`{}`", action.name()), |key| key.to_string())
    }

    /// Returns keys with what they do, for the edge of a window: `Enter runs  Esc closes`. Keys of several
    /// actions are written together: `j k scroll`.
    pub fn hints(&self, context: Context, hints: &[(&[Action], &str)]) -> String {
        let hint = |(actions, what): &(&[Action], &str)| {
            let keys: Vec<String> = actions.iter().map(|action| self.name(context, *action)).collect();
            format!("{} {what}", keys.join(" "))
        };
        hints.iter().map(hint).collect::<Vec<_>>().join("  ")
    }
}

/// Returns the key event passed to a component: the event itself, or the key of the table that it replaces.
fn event_for(row: &Row, at: usize, event: KeyEvent) -> KeyEvent {
    match row.stands_for.get(at) {
        Some(key) if !key.is(event) => key.event(),
        _ => event,
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::KeyCode;

    use super::*;

    fn change(context: Context, action: Action, keys: &[Key]) -> Rebinding {
        Rebinding { context, action, stands_for: None, keys: keys.to_vec() }
    }

    fn pressed(map: &Keymap, context: Context, key: Key) -> Option<Action> {
        map.action(context, key.event()).map(|(action, _)| action)
    }

    #[test]
    fn a_change_counts_in_its_place_alone() {
        let (map, refused) = Keymap::changed(&[change(Context::Labels, Action::Next, &[Key::ctrl('n')])]);
        assert_eq!(refused, []);
        assert_eq!(pressed(&map, Context::Labels, Key::ctrl('n')), Some(Action::Next));
        assert_eq!(pressed(&map, Context::Labels, Key::char('j')), None);
        assert_eq!(pressed(&map, Context::Caps, Key::char('j')), Some(Action::Next));
        // A component receives the key of the table.
        let received = map.own(Context::Labels, Key::ctrl('n').event());
        assert_eq!(received, Some((Action::Next, Key::char('j').event())));
    }

    #[test]
    fn a_change_replaces_every_row_of_the_action() {
        let (map, _) = Keymap::changed(&[change(Context::Help, Action::Next, &[Key::char('t')])]);
        assert_eq!(pressed(&map, Context::Help, Key::char(' ')), None);
        assert_eq!(pressed(&map, Context::Json, Key::char(' ')), Some(Action::Next));
    }

    #[test]
    fn a_key_with_two_meanings_is_refused_where_it_was_asked_for() {
        for (context, action, key) in [
            (Context::Labels, Action::Dismiss, Key::char('x')),
            (Context::Labels, Action::Dismiss, Key::char('q')),
            (Context::Main, Action::Search, Key::char('x')),
            (Context::Main, Action::Search, Key::char('q')),
            (Context::Text, Action::MarkIssue, Key::char('m')),
        ] {
            let (map, refused) = Keymap::changed(&[change(context, action, &[key])]);
            assert_eq!(refused.len(), 1, "{context:?} {action:?} {key}");
            assert!(refused[0].1.contains("already"), "{refused:?}");
            let usual = bindings().iter().find(|row| row.action == action).unwrap().keys[0];
            assert_eq!(pressed(&map, context, usual), Some(action), "the usual key is in force again");
        }
    }

    #[test]
    fn keys_can_be_swapped() {
        let changes = [
            change(Context::Labels, Action::TakeBack, &[Key::char('d')]),
            change(Context::Labels, Action::Dismiss, &[Key::char('x')]),
        ];
        let (map, refused) = Keymap::changed(&changes);
        assert_eq!(refused, []);
        assert_eq!(pressed(&map, Context::Labels, Key::char('d')), Some(Action::TakeBack));
        // One change without the other is refused.
        assert_eq!(Keymap::changed(&changes[1..]).1.len(), 1);
    }

    #[test]
    fn a_key_twice_in_one_change_is_refused() {
        let twice = [Key::char('t'), Key::char('t')];
        assert_eq!(Keymap::changed(&[change(Context::Caps, Action::Next, &twice)]).1.len(), 1);
    }

    #[test]
    fn what_each_key_means_is_kept_where_keys_differ() {
        let up = Key::of(KeyCode::Up.into());
        let change = Rebinding {
            context: Context::Text,
            action: Action::Move,
            stands_for: Some(up),
            keys: vec![Key::char('i'), up],
        };
        let (map, refused) = Keymap::changed(&[change]);
        assert_eq!(refused, []);
        assert_eq!(map.own(Context::Text, Key::char('i').event()), Some((Action::Move, up.event())));
        assert_eq!(map.own(Context::Text, up.event()), Some((Action::Move, up.event())));
        let down = Key::of(KeyCode::Down.into());
        assert_eq!(map.own(Context::Text, down.event()), Some((Action::Move, down.event())));
        assert_eq!(map.own(Context::Editing, Key::char('i').event()), None);
    }

    #[test]
    fn an_action_without_a_key_is_named() {
        let (map, refused) = Keymap::changed(&[change(Context::Main, Action::Theme, &[])]);
        assert_eq!((refused, map.name(Context::Text, Action::Theme).as_str()), (vec![], "`theme`"));
        assert_eq!(map.name(Context::Text, Action::Edit), "e");
        assert_eq!(pressed(&map, Context::Text, Key::char('T')), None);
    }
}
