// The names of settings in the Helm chart's schema of values, so that `helm install` refuses a setting that the programs do not know.
import { type SettingText, settingTexts } from '@tracker/infra/config/settings';

/** The chart's templates or the image set these, or they are for a developer's machine. */
const NOT_FOR_THE_CHART = new Set([
  'HOST',
  'PORT',
  'DATA_DIR',
  'DEMO_DATA',
  'PUBLIC_URL',
  'MIGRATE',
  'TRUST_PROXY',
  'ADMIN_PORT',
  'ADMIN_HOST',
  'RUN_AS_ROOT',
  'CHROMIUM_PATH',
]);

/** `schema` (values.schema.json) with its two generated lists replaced; throws when their marks are gone. */
export function withSettingNames(schema: string): string {
  const texts = Object.entries<SettingText>(settingTexts);
  const plain = texts.flatMap(([name, { secret }]) => (secret || NOT_FOR_THE_CHART.has(name) ? [] : [name]));
  const secret = texts.flatMap(([name, { secret }]) => (secret ? [name] : []));
  return withList(
    withList(schema, "the settings that are not secret and not the chart's own.", plain),
    'the secret settings.',
    secret,
  );
}

function withList(schema: string, comment: string, names: readonly string[]): string {
  const pattern = new RegExp(`^( *)"\\$comment": "Generated: ${comment}",\\s*"enum": \\[[^\\]]*\\]`, 'm');
  if (!pattern.test(schema))
    throw new Error(`values.schema.json has lost the list with the comment "Generated: ${comment}".`);
  // One name a line, as the formatter writes a list that is too long for one.
  return schema.replace(pattern, (_, indent: string) => {
    const list = names.map((name) => `${indent}  ${JSON.stringify(name)}`).join(',\n');
    return `${indent}"$comment": "Generated: ${comment}",\n${indent}"enum": [\n${list}\n${indent}]`;
  });
}
