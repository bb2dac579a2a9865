import { z } from 'zod'
import { ProblemaPix, type TipoDeProblema } from './problema.ts'

/** Money as the Pix API writes it. */
const valor = z.string().regex(/^\d{1,10}\.\d{2}$/, 'O valor tem dois algarismos depois do ponto.')
const acimaDeZero = valor.refine((texto) => Number(texto) > 0, 'O valor é maior que zero.')
const dia = z.iso.date()

const pessoa = z
  .object({
    cpf: z
      .string()
      .regex(/^\d{11}$/)
      .optional(),
    cnpj: z
      .string()
      .regex(/^[0-9A-Z]{14}$/)
      .optional(),
    nome: z.string().min(1).max(200),
  })
  .loose()
  .refine(({ cpf, cnpj }) => (cpf === undefined) !== (cnpj === undefined), 'Informe o CPF ou o CNPJ, e só um deles.')

const base = {
  chave: z.string().min(1).max(77),
  solicitacaoPagador: z.string().max(140).optional(),
  infoAdicionais: z
    .array(z.object({ nome: z.string().max(50), valor: z.string().max(200) }))
    .max(50)
    .optional(),
  loc: z.object({ id: z.int() }).loose().optional(),
}

const cob = z.object({
  ...base,
  calendario: z.object({ expiracao: z.int().positive().default(86_400) }),
  devedor: pessoa.optional(),
  valor: z.object({ original: acimaDeZero, modalidadeAlteracao: z.union([z.literal(0), z.literal(1)]).optional() }),
})
export type Cob = z.infer<typeof cob>

const encargo = (maior: number) => z.object({ modalidade: z.int().min(1).max(maior), valorPerc: valor })
const desconto = z.union([
  z
    .object({
      modalidade: z.int().min(1).max(2),
      descontoDataFixa: z
        .array(z.object({ data: dia, valorPerc: valor }))
        .min(1)
        .max(3),
    })
    .strict(),
  z.object({ modalidade: z.int().min(3).max(6), valorPerc: valor }).strict(),
])

const cobv = z.object({
  ...base,
  calendario: z.object({ dataDeVencimento: dia, validadeAposVencimento: z.int().min(0).default(30) }),
  devedor: pessoa,
  valor: z.object({
    original: acimaDeZero,
    multa: encargo(2).optional(),
    juros: encargo(8).optional(),
    abatimento: encargo(2).optional(),
    desconto: desconto.optional(),
  }),
})
export type CobV = z.infer<typeof cobv>

const REMOVIDA = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
const remocao = z.object({ status: z.literal(REMOVIDA) }).strict()

const webhook = z.object({ webhookUrl: z.url({ protocol: /^https?$/ }) })
const devolucao = z.object({
  valor: acimaDeZero,
  natureza: z.enum(['ORIGINAL', 'RETIRADA']).default('ORIGINAL'),
  descricao: z.string().max(140).optional(),
})
const location = z.object({ tipoCob: z.enum(['cob', 'cobv']) })

const PEDIDOS = { cob, cobv, webhook, devolucao, location } as const

/** Parses a call's body; errors are reported by field. */
export function lerPedido<T extends keyof typeof PEDIDOS>(
  que: T,
  corpo: unknown,
  problema: TipoDeProblema,
): z.infer<(typeof PEDIDOS)[T]> {
  const lido = PEDIDOS[que].safeParse(corpo)
  if (lido.success) return lido.data as z.infer<(typeof PEDIDOS)[T]>
  const violacoes = lido.error.issues.map(({ message, path }) => ({
    razao: message,
    propriedade: path.join('.') || que,
  }))
  throw new ProblemaPix(problema, 'O objeto enviado não respeita o esquema.', violacoes)
}

/** A change of a charge: its removal, which must come alone, or new values of some fields. */
export function lerRevisao<T extends 'cob' | 'cobv'>(
  que: T,
  atual: Cob | CobV,
  corpo: unknown,
  problema: TipoDeProblema,
) {
  const { status, ...resto } = (corpo ?? {}) as Record<string, unknown>
  if (status !== undefined) {
    if (!remocao.safeParse(corpo).success)
      throw new ProblemaPix(problema, 'A remoção é pedida sozinha.', [
        { razao: 'Só REMOVIDA_PELO_USUARIO_RECEBEDOR, e nada mais.', propriedade: 'status' },
      ])
    return 'remover' as const
  }
  const juntos = Object.fromEntries(
    Object.entries({ ...atual, ...resto }).map(([campo, novo]) => {
      const antigo = (atual as Record<string, unknown>)[campo]
      return [campo, ehObjeto(antigo) && ehObjeto(novo) ? { ...antigo, ...novo } : novo]
    }),
  )
  return lerPedido(que, juntos, problema)
}

const ehObjeto = (algo: unknown): algo is object => typeof algo === 'object' && algo !== null && !Array.isArray(algo)
