import { Download } from 'lucide-react';
import { Button } from './button.tsx';

/** A list as a file, which says its filters. */
export const ExportLink = ({ href }: { href: string }) => (
  <Button asChild look="outline" size="small">
    <a href={href} download>
      <Download size={14} aria-hidden /> Exportar CSV
    </a>
  </Button>
);
