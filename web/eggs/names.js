// The names of timers that are started without a name of their own.

/** The name that eggd gives to an egg, or to a time without an egg. */
export function standardName(egg) {
  return egg ? 'egg' : 'timer';
}

/** `egg`, `egg 2`, `egg 3`, …: the first that no timer has. */
export function freeName(name, timers) {
  const taken = new Set(timers.map((timer) => timer.name));
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} ${number}`;
  return free;
}
