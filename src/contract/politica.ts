import { z } from 'zod'
import { Dinheiro, DinheiroNaoNegativo, Instante, Percentual, Pessoa, SeVersao } from './comum.ts'
import { NumeroDeParcelas } from './negociacoes.ts'
import { Oferta } from './ofertas.ts'

const Faixa = z.object({
  de_dias: z.int(),
  /** null: from then on. */
  ate_dias: z.int().nullable(),
  desconto_encargos: z.number(),
  desconto_principal: z.number(),
  entrada_minima: z.number(),
  parcelas_max: z.int(),
  parcela_minima: Dinheiro,
})

/** How far agreements go without asking anybody. Percentages from 0 to 100, with at most two decimals. */
export const PoliticaDeNegociacao = z.object({
  ativa: z.boolean(),
  faixas: z.array(Faixa),
  segundo_acordo_entrada: z.number(),
  /** The current version, 0 when there is none; `desde` and `autor` say when and by whom it was saved. */
  versao: z.int(),
  desde: Instante.nullable(),
  autor: Pessoa.nullable(),
})
export type PoliticaDeNegociacao = z.infer<typeof PoliticaDeNegociacao>

const DIAS = 'Informe os dias de atraso, de 0 a 9999.'
const dias = z.int({ error: DIAS }).min(0, { error: DIAS }).max(9_999, { error: DIAS })

const novaFaixa = z.object({
  de_dias: dias,
  ate_dias: dias.nullable().default(null),
  desconto_encargos: Percentual.default(0),
  desconto_principal: Percentual.default(0),
  entrada_minima: Percentual.default(0),
  parcelas_max: NumeroDeParcelas.default(1),
  parcela_minima: DinheiroNaoNegativo.default(0),
})
const novaPolitica = z.object({
  ativa: z.boolean({ error: 'Informe true ou false.' }).optional(),
  faixas: z
    .array(novaFaixa, { error: 'Informe a lista de faixas.' })
    .max(30, { error: 'São no máximo 30 faixas.' })
    .optional(),
  segundo_acordo_entrada: Percentual.optional(),
})

const url = '/api/admin/configuracoes/negociacao'

export const verPolitica = {
  method: 'GET',
  url,
  schema: {
    tags: ['negociacoes'],
    summary: 'Mostra a política de negociação',
    response: { 200: PoliticaDeNegociacao },
  },
} as const

/** Omitted fields stay; any change makes a new version. */
export const mudarPolitica = {
  method: 'PUT',
  url,
  schema: {
    tags: ['negociacoes'],
    summary: 'Muda a política de negociação; a anterior fica guardada, com a data',
    body: novaPolitica.extend({ se_versao: SeVersao }),
    response: { 200: PoliticaDeNegociacao },
  },
} as const

export const listarVersoesDaPolitica = {
  method: 'GET',
  url: `${url}/versoes`,
  schema: {
    tags: ['negociacoes'],
    summary: 'Lista as versões da política, da mais nova para a mais antiga',
    response: { 200: z.object({ data: z.array(PoliticaDeNegociacao) }) },
  },
} as const

/** Real customers of different bands, with what each would be offered by a policy that may not be saved yet. */
export const exemplificarPolitica = {
  method: 'POST',
  url: `${url}/exemplo`,
  schema: {
    tags: ['negociacoes'],
    summary: 'Mostra o que uma política ofereceria a três clientes; nada é gravado',
    body: novaPolitica,
    response: {
      200: z.object({
        data: z.array(
          z.object({
            cliente: z.object({ id: z.int(), nome: z.string() }),
            dias_atraso: z.int(),
            valor_atualizado: Dinheiro,
            ofertas: z.array(Oferta),
          }),
        ),
      }),
    },
  },
} as const
