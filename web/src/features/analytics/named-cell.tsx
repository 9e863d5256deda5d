/** A table cell with a name, and below it the id of the ad platform. */
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
