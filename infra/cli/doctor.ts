// `doctor`: what an operator should mend. The rules are infra/src/doctor/rules.ts.
import { factsOfSettings, readFacts } from '@tracker/infra/doctor/read-facts';
import { type Facts, type Finding, findingsOf, LEVELS } from '@tracker/infra/doctor/rules';
import { z } from 'zod';
import { defineCommand, EXIT, type Outcome } from './command.ts';

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'what should be mended in the running installation, worst first',
  details:
    'red: open to others, or losing something. warning: mend it soon. note: fine as long as what it says is meant. Exit code 1 when something is red. ' +
    'It judges by the settings of this command, so run it with those of the programs. The metric tracker_doctor_findings counts the same.',
  isForOutages: true,
  schemas: 'leave',
  options: z.object({}),
  async run(deps) {
    return outcomeOf(await readFacts(deps));
  },
  async whenClosed({ message }, config) {
    const reason = message.replace(/\.$/, '');
    return outcomeOf({ ...(await factsOfSettings(config)), unread: [{ part: 'A store', reason }] });
  },
});

function outcomeOf(facts: Facts): Outcome {
  const findings = findingsOf(facts);
  const counts = LEVELS.map((level) => [level, findings.filter((finding) => finding.level === level).length] as const);
  return {
    exitCode: findings.some(({ level }) => level === 'red') ? EXIT.failed : EXIT.ok,
    data: { ...Object.fromEntries(counts), findings },
    lines: [
      ...findings.flatMap(linesOf),
      findings.length === 0
        ? 'Nothing is to be mended.'
        : counts.map(([level, count]) => `${count} ${level}`).join(', '),
    ],
  };
}

const linesOf = ({ level, check, says, mend }: Finding) => [
  `${level.toUpperCase().padEnd(7)}  ${check}: ${says}`,
  `${' '.repeat(9)}→ ${mend}`,
  '',
];
