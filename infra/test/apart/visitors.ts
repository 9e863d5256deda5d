/** Addresses of a range that only carriers use: in a log, one of them is a visitor's. */
export const VISITOR_ADDRESS = /\b100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.\d{1,3}\.\d{1,3}\b/;

/** Many visitors: what one network may send has a limit. */
export function createVisitors(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `100.${64 + ((count >> 16) & 63)}.${(count >> 8) & 255}.${count & 255}`;
  };
}
