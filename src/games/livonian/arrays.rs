//! The numbered start arrays.
//!
//! A side's number is the first row's place among its orders times the number of orders of the
//! second row, plus the second row's place; rows are read from the a-file for both sides and
//! ordered as in a dictionary, letter by letter, an empty square before all letters.

use super::{Kind, Livonian, MEDIEVAL, Set, Square};
use crate::board::Side;
use crate::game::{Game, Options};

/// What stands on a square of a start row, in dictionary order, and how often.
type Stock = &'static [(Option<Kind>, u32)];

const FIRST_ROW: Stock = &[(None, 2), (Some(Kind::Cannon), 3), (Some(Kind::Musketeer), 4)];
const FIRST_ROW_MEDIEVAL: Stock = &[(None, 4), (Some(Kind::Flag), 1), (Some(Kind::Musketeer), 4)];
const SECOND_ROW: Stock = &[(Some(Kind::Cavalry), 4), (Some(Kind::Pikeman), 5)];

fn rows(options: Options) -> [Stock; 2] {
    [if options.has(MEDIEVAL) { FIRST_ROW_MEDIEVAL } else { FIRST_ROW }, SECOND_ROW]
}

/// The squares of a side's first or second row.
fn squares(side: Side, row: usize) -> impl Iterator<Item = Square> {
    let rank = match side {
        Side::White => row,
        Side::Black => Livonian::RANKS - 1 - row,
    };
    (0..Livonian::FILES).map(move |file| Square::at(file, rank))
}

/// How many different orders men in these numbers have.
fn orders(counts: &[u32]) -> u32 {
    let factorial = |n: &u32| (1..=*n).product::<u32>();
    factorial(&counts.iter().sum()) / counts.iter().map(factorial).product::<u32>()
}

fn counts_of(stock: Stock) -> Vec<u32> {
    stock.iter().map(|&(_, count)| count).collect()
}

pub(super) fn count(options: Options) -> u32 {
    rows(options).iter().map(|stock| orders(&counts_of(stock))).product()
}

/// The orders of what is left if `item` is placed next, if there is one left.
fn orders_after(counts: &mut [u32], item: usize) -> Option<u32> {
    counts[item] = counts[item].checked_sub(1)?;
    let orders = orders(counts);
    counts[item] += 1;
    Some(orders)
}

/// The row with this number, as places in `stock`.
fn row_of_number(mut number: u32, stock: Stock) -> Vec<usize> {
    let mut counts = counts_of(stock);
    let mut row = Vec::new();
    for _ in 0..Livonian::FILES {
        for item in 0..counts.len() {
            match orders_after(&mut counts, item) {
                Some(orders) if number < orders => {
                    counts[item] -= 1;
                    row.push(item);
                    break;
                }
                orders => number -= orders.unwrap_or(0),
            }
        }
    }
    row
}

/// The number of a row given as places in `stock`, if it uses up exactly that.
fn number_of_row(row: &[usize], stock: Stock) -> Option<u32> {
    let mut counts = counts_of(stock);
    let mut number = 0;
    for &item in row {
        number += (0..item).filter_map(|less| orders_after(&mut counts, less)).sum::<u32>();
        counts[item] = counts[item].checked_sub(1)?;
    }
    Some(number)
}

pub(super) fn fen(white: u32, black: u32, options: Options) -> String {
    let mut position = Livonian { options, ..Livonian::EMPTY };
    for (side, number) in Side::BOTH.into_iter().zip([white, black]) {
        let [first, second] = rows(options);
        let second_orders = orders(&counts_of(second));
        let numbers = [number / second_orders, number % second_orders];
        for (row, (stock, number)) in [first, second].into_iter().zip(numbers).enumerate() {
            let items = row_of_number(number, stock);
            for (square, item) in squares(side, row).zip(items) {
                if let Some(kind) = stock[item].0 {
                    position.toggle(side, kind, square);
                }
            }
        }
    }
    position.fen()
}

pub(super) fn numbers(fen: &str, options: Options) -> Option<(u32, u32)> {
    let position = Livonian::from_fen(fen, options).ok()?;
    Some((number(&position, Side::White)?, number(&position, Side::Black)?))
}

/// The number of `side`'s array, if its men stand as at the start.
fn number(position: &Livonian, side: Side) -> Option<u32> {
    let home: Set = squares(side, 0).chain(squares(side, 1)).collect();
    if !position.sides[side.index()].minus(home).is_empty() {
        return None;
    }
    let mut total = 0;
    for (row, stock) in rows(position.options).into_iter().enumerate() {
        let items: Option<Vec<usize>> = squares(side, row)
            .map(|square| {
                let kind = position.man_at(square.index());
                let kind = match kind {
                    Some((owner, _)) if owner != side => return None,
                    kind => kind.map(|(_, kind)| Kind::ALL[kind]),
                };
                stock.iter().position(|&(item, _)| item == kind)
            })
            .collect();
        total = total * orders(&counts_of(stock)) + number_of_row(&items?, stock)?;
    }
    Some(total)
}
