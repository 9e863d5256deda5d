import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface FilterChipProps {
  words: string;
  onRemove: () => void;
  /** Instead of the words. */
  children?: ReactNode;
}

/** What is filtered by, with the button that takes it away. */
export function FilterChip({ words, onRemove, children }: FilterChipProps) {
  return (
    <li className="inline-flex min-w-0 items-center rounded-lg bg-accent-soft text-[13px] text-accent">
      {children || (
        <span className="max-w-72 truncate pl-2.5" title={words}>
          {words}
        </span>
      )}
      <button
        type="button"
        aria-label={`Remover o filtro ${words}`}
        onClick={onRemove}
        className="grid h-8 w-7 shrink-0 cursor-pointer place-items-center rounded-r-lg hover:bg-hover"
      >
        <X size={14} aria-hidden />
      </button>
    </li>
  );
}

interface FilterChipsProps {
  /** 'Status: Pendente'. */
  chips: readonly { text: string; onRemove: () => void }[];
  /** Of all filters, and of what is set elsewhere, such as a search. */
  onClear: () => void;
  /** Further chips, as entries of a list. */
  children?: ReactNode;
}

/** What a list is filtered by; each is taken away by its button. */
export const FilterChips = ({ chips, onClear, children }: FilterChipsProps) => (
  <div className="flex flex-wrap items-center gap-1.5">
    {(chips.length > 0 || children) && (
      <ul aria-label="Filtros" className="contents">
        {chips.map(({ text, onRemove }) => (
          <FilterChip key={text} words={text} onRemove={onRemove} />
        ))}
        {children}
      </ul>
    )}
    <Button look="ghost" size="small" onClick={onClear}>
      <X size={14} aria-hidden /> Limpar filtros
    </Button>
  </div>
);
