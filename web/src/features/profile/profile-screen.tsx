import { useSession } from '../../session/session.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { fullNameOf } from '../../shell/person.ts';
import { NameForm } from './name-form.tsx';
import { NoticesCard } from './notices-card.tsx';
import { PasswordForm } from './password-form.tsx';
import { QuietHoursCard } from './quiet-hours-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export default function ProfileScreen() {
  const { user } = useSession();
  return (
    <>
      <PageHeader title="Meu perfil" note={fullNameOf(user)} />
      <div className="grid items-start gap-3 sm:gap-4 xl:grid-cols-2">
        <div className="grid min-w-0 gap-3 sm:gap-4">
          <NameForm />
          <NoticesCard />
          <QuietHoursCard />
        </div>
        <div className="grid min-w-0 gap-3 sm:gap-4">
          <PasswordForm />
          <SecondFactorCard />
          <SessionsCard />
        </div>
      </div>
    </>
  );
}
