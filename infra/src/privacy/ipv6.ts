// IPv6 addresses as their eight groups, and back in their usual form (RFC 5952).

/** The eight groups, in hex without leading zeros, of a text that `isIPv6` takes. */
export function groupsOf(address: string): string[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  if (dotted) {
    const [, head = '', ...bytes] = dotted;
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
    return groupsOf(`${head}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`);
  }
  const [plain = ''] = address.toLowerCase().split('%');
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) => group.replace(/^0+(?=.)/, ''));
}

/** The longest run of at least two zeros is '::', the first of equals. */
export function ipv6Text(groups: readonly string[]): string {
  let [start, length] = [-1, 1];
  for (let from = 0; from < 8; from += 1) {
    let to = from;
    while (to < 8 && groups[to] === '0') to += 1;
    if (to - from > length) [start, length] = [from, to - from];
    from = Math.max(from, to - 1);
  }
  if (start === -1) return groups.join(':');
  return `${groups.slice(0, start).join(':')}::${groups.slice(start + length).join(':')}`;
}
