// Loaded before a program (`--import`): its time of day is that of the machine and what the file of CLOCK_SHIFT_FILE says, in milliseconds. Timers go on
// as they were. So a clock jumps as it does for a program whose machine lost its time, while the stores keep theirs.
import { readFileSync, writeFileSync } from 'node:fs';

// biome-ignore lint/style/noProcessEnv: It is loaded before everything that reads settings.
const { CLOCK_SHIFT_FILE } = process.env;
const RealDate = Date;
let shiftMs = 0;
let isTold = false;

function look() {
  try {
    const given = Number(readFileSync(CLOCK_SHIFT_FILE, 'utf8')) || 0;
    if (given === shiftMs && isTold) return;
    shiftMs = given;
    writeFileSync(`${CLOCK_SHIFT_FILE}.seen-${process.pid}`, String(given));
    isTold = true;
  } catch {
    // It is being written.
  }
}

if (CLOCK_SHIFT_FILE !== undefined) {
  look();
  setInterval(look, 10).unref();
  class ShiftedDate extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(RealDate.now() + shiftMs);
      else super(...given);
    }

    static now() {
      return RealDate.now() + shiftMs;
    }
  }
  globalThis.Date = ShiftedDate;
}
