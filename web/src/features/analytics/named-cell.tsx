/** A name, and below it the id by which the ad platform knows it. */
export const NamedCell = ({ name, id }: { name: string; id?: string | undefined }) => (
  <>
    <span className="block truncate font-medium" title={name}>
      {name}
    </span>
    {id !== undefined && (
      <span className="figure block truncate text-muted text-xs" title={id}>
        {id}
      </span>
    )}
  </>
);
