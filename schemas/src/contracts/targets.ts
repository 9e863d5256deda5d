import { z } from 'zod';
import { TARGET_CPA_MAX, TARGET_ROAS_MAX } from '../figures/verdict.ts';
import { Money } from '../primitives/money.ts';

const given = (max: number, decimals: number, message: string) =>
  z
    .union([z.string().trim(), z.number()])
    .transform(String)
    .pipe(
      z
        .string()
        // As the message writes it, too.
        .regex(new RegExp(`^\\d{1,7}([.,]\\d{1,${decimals}})?$`), message)
        .transform((text) => Number(text.replace(',', '.')))
        .pipe(
          z
            .number()
            .positive(message)
            .max(max, `O máximo é ${max.toLocaleString('pt-BR')}.`),
        ),
    );

const TargetCpa = given(TARGET_CPA_MAX, 2, 'Informe um valor em reais maior que zero, como 59,90.');
const TargetRoas = given(TARGET_ROAS_MAX, 4, 'Informe um ROAS maior que zero, como 2,5.');

/** What verdicts measure by; null empties it. Where both are set, the CPA decides. May be a JSON number or a decimal text. */
export const TargetChange = {
  targetCpa: TargetCpa.nullable().optional(),
  targetRoas: TargetRoas.nullable().optional(),
};

/** In BRL a conversion, and revenue for each real of spend. */
export const Targets = {
  targetCpa: Money.nullable(),
  targetRoas: z.number().nullable(),
};
