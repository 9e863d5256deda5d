import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { LatePart } from './late-part.tsx';
import { Skeleton } from './skeleton.tsx';

interface ChartFigureProps {
  /** What the chart shows, as the caption of its table. */
  caption: string;
  /** The first heads the rows. */
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** Gives the box its height, where `height` does not. */
  className: string;
  /** In pixels, of a chart as high as its bars. */
  height?: number;
  /** The drawing, loaded when it is needed. */
  children: ReactNode;
}

/** A chart for the eye and the same figures as a table for screen readers. */
export const ChartFigure = ({ caption, columns, rows, className, height, children }: ChartFigureProps) => (
  <figure className={cn('relative', className)} style={{ height }}>
    <div aria-hidden className="absolute inset-0">
      <LatePart loading={<Skeleton className="size-full" />} failure={<NotDrawn />}>
        {children}
      </LatePart>
    </div>
    {/* A table takes the width of its words, against its class, and a narrow page would scroll. */}
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([head, ...cells], index) => (
            <tr key={index}>
              <th scope="row">{head}</th>
              {cells.map((cell, cellIndex) => (
                <td key={cellIndex}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </figure>
);

const NotDrawn = () => (
  <p className="grid size-full place-items-center px-6 text-center text-muted">
    O gráfico não abriu. Recarregue a página para vê-lo.
  </p>
);
