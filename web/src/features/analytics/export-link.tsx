import { ExportLink as Link } from '../../ui/export-link.tsx';
import { type Exported, exportUrl } from './queries.ts';

/** All groups as a file. */
export const ExportLink = (props: Exported) => <Link href={exportUrl(props)} />;
