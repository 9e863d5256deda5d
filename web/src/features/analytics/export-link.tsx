import { Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { type Exported, exportUrl } from './queries.ts';

/** All groups as a file, which says its filters. */
export const ExportLink = (props: Exported) => (
  <Button asChild look="outline" size="small">
    <a href={exportUrl(props)} download>
      <Download size={14} aria-hidden /> Exportar CSV
    </a>
  </Button>
);
