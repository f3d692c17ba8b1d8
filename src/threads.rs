//! Distributes work over threads; results keep the order of the items.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Returns the number of processors, which is the default number of threads.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Gives each thread a contiguous part. The results of a thread that panicked are missing; it has printed
/// the reason.
pub fn in_parts<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&[T]) -> Vec<R> + Sync,
) -> Vec<R> {
    let share = items.len().div_ceil(threads.max(1)).max(1);
    thread::scope(|scope| {
        let work = &work;
        let parts: Vec<_> = items.chunks(share).map(|part| scope.spawn(move || work(part))).collect();
        parts.into_iter().flat_map(|part| part.join().unwrap_or_default()).collect()
    })
}

/// Lets each free thread take the next item and process it with a state of its own, such as an engine.
pub fn one_by_one<T: Send, S, R: Send>(
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    own: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) -> R + Sync,
) -> Vec<R> {
    let (items, done) = (Mutex::new(items.enumerate()), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut own = own();
                loop {
                    let next = lock(&items).next();
                    let Some((at, item)) = next else { return };
                    let result = work(&mut own, item);
                    lock(&done).push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..100).collect();
        let doubled: Vec<usize> = items.iter().map(|item| item * 2).collect();
        for threads in [0, 1, 3, 200] {
            let work = |part: &[usize]| part.iter().map(|item| item * 2).collect();
            assert_eq!(in_parts(&items, threads, work), doubled, "{threads}");
            let one = |_: &mut (), item: &usize| item * 2;
            assert_eq!(one_by_one(items.iter(), threads, || (), one), doubled, "{threads}");
        }
        assert_eq!(in_parts(&[], 4, <[usize]>::to_vec), Vec::<usize>::new());
    }
}
