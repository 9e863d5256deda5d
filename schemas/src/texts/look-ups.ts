// The Portuguese sentences of `look-ups/problems.ts`.
import { LOOK_UP_DAYS } from '../look-ups/limits.ts';
import type { LookUpProblem, LookUpState } from '../look-ups/problems.ts';
import type { PostbackProblem } from '../send-back/problems.ts';
import { postbackProblemText } from './send-back.ts';
import { type Texts, textOf } from './texts.ts';

type ApiProblem = Exclude<LookUpProblem, PostbackProblem>;

const API: Texts<ApiProblem> = {
  token_missing: () => 'Falta o token da plataforma.',
  token_refused: () => 'A plataforma recusou o token. Grave um novo.',
  token_unreadable: () => 'O token guardado não pode mais ser lido nesta instalação. Grave-o de novo.',
  look_up_forbidden: () => 'O token não tem permissão para esta consulta.',
  look_up_not_found: () => 'A plataforma não conhece este número na conta do token.',
  other_account: () => 'O aviso é de outra conta, e não da conta do token.',
  platform_busy: () => 'A plataforma pediu para esperar.',
  answer_unreadable: () => 'A resposta da plataforma não pôde ser lida.',
};

const isOfApi = (problem: LookUpProblem): problem is ApiProblem => Object.hasOwn(API, problem.code);

export const lookUpProblemText = (problem: LookUpProblem): string =>
  isOfApi(problem) ? textOf(API, problem) : postbackProblemText(problem);

/** Of a delivery whose checkout is asked what happened. */
export function lookUpText(state: LookUpState, problem: LookUpProblem | null): string {
  if (state === 'answered') return 'consultada: a resposta é outra entrega desta lista';
  const reason = problem === null ? '' : `: ${lookUpProblemText(problem)}`;
  return state === 'waiting'
    ? `aguarda a consulta à plataforma${reason}`
    : `não consultada em ${LOOK_UP_DAYS} dias ou por erro definitivo${reason}`;
}
