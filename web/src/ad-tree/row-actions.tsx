import type { ListedAdObject } from '@tracker/schemas/contracts/ad-objects.contract';
import { OpenOnPlatform } from '../ad-objects/open-on-platform.tsx';

interface RowActionsProps {
  object: ListedAdObject | undefined;
  /** Where there is room for a sign alone. */
  isCompact?: boolean;
  tabIndex?: number;
}

/** What can be done with an object of the tree. */
export const RowActions = ({ object, ...props }: RowActionsProps) =>
  object && <OpenOnPlatform object={object} {...props} />;
