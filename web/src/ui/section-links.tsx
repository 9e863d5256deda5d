/** The parts of a long screen, by their ids. */
export const SectionLinks = ({ sections }: { sections: readonly (readonly [id: string, label: string])[] }) => (
  <nav aria-label="Nesta página" className="-mt-1 flex flex-wrap gap-x-4 gap-y-1 text-[13px]">
    {sections.map(([id, label]) => (
      <a
        key={id}
        href={`#${id}`}
        className="rounded text-muted underline-offset-4 hover:text-ink hover:underline max-sm:px-1 max-sm:py-3.25"
      >
        {label}
      </a>
    ))}
  </nav>
);
