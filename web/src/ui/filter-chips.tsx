import { X } from 'lucide-react';
import { Button } from './button.tsx';

interface FilterChip {
  /** 'Status: Pendente'. */
  text: string;
  onRemove: () => void;
}

interface FilterChipsProps {
  chips: readonly FilterChip[];
  /** Of all filters, and of what is set elsewhere, such as a search. */
  onClear: () => void;
}

/** What a list is filtered by; each is taken away by its button. */
export const FilterChips = ({ chips, onClear }: FilterChipsProps) => (
  <div className="flex flex-wrap items-center gap-1.5">
    {chips.length > 0 && (
      <ul aria-label="Filtros" className="contents">
        {chips.map(({ text, onRemove }) => (
          <li
            key={text}
            className="inline-flex min-w-0 items-center rounded-lg bg-accent-soft pl-2.5 text-[13px] text-accent"
          >
            <span className="max-w-72 truncate" title={text}>
              {text}
            </span>
            <button
              type="button"
              aria-label={`Remover o filtro ${text}`}
              onClick={onRemove}
              className="grid h-8 w-7 shrink-0 cursor-pointer place-items-center rounded-r-lg hover:bg-hover"
            >
              <X size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    )}
    <Button look="ghost" size="small" onClick={onClear}>
      <X size={14} aria-hidden /> Limpar filtros
    </Button>
  </div>
);
