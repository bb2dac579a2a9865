import { sql } from 'kysely'
import { type ContaDoCodigo, partesDaEntrada } from '#domain/codigo.ts'
import { type Dia, diaDe } from '#domain/data.ts'
import type { Recebedor } from '#domain/recebimento.ts'
import type { Trx } from '#server/db/schema.ts'
import { completarCodigos, type Meios } from './completar.actions.ts'
import { type CodigoPreparado, encerrarVivos, escrever, gravarNovos, PARTES } from './preparar.actions.ts'

export interface EntradaDoAcordo {
  clienteId: number
  negociacaoId: number
  valorCentavos: number
  /** By when it is paid. */
  ate: Dia
  /** What it is about, the oldest first. */
  contas: readonly Pick<ContaDoCodigo, 'id' | 'abertoCentavos'>[]
}

/** Who receives, and whether a PSP makes the codes. */
export interface MeiosDoCodigo {
  recebedor: Recebedor
  comPsp: boolean
}

/**
 * The code of an agreement's first payment, in the caller's transaction, its customer locked; it may still have to be asked of the
 * PSP (`terminarCodigo`). It stands for the accounts that the agreement is about: other codes of theirs are replaced.
 */
export async function iniciarCodigoDoAcordo(
  trx: Trx,
  { clienteId, negociacaoId, valorCentavos, ate, contas }: EntradaDoAcordo,
  { recebedor, comPsp }: MeiosDoCodigo,
  agora: Date,
): Promise<CodigoPreparado> {
  const tipo = comPsp ? 'pix_cob' : 'pix_estatico'
  const novo = {
    ...escrever({ tipo, valorCentavos }, recebedor),
    tipo,
    clienteId,
    valorCentavos,
    partes: partesDaEntrada(valorCentavos, contas),
    ...daEntrada(negociacaoId, ate),
  } as const
  await encerrarVivos(
    trx,
    contas.map(({ id }) => id),
    diaDe(agora),
  )
  const [codigo] = await gravarNovos(trx, [novo], agora)
  return codigo!
}

const daEntrada = (negociacaoId: number, ate: Dia) => ({
  negociacaoId,
  valeAte: ate,
  mensagemId: null,
  descricao: `Acordo ${negociacaoId}, primeiro pagamento`,
  // Used only for a charge with due date, which this is not.
  devedor: null,
  vencimento: ate,
  taxas: { multaCentesimos: 0, jurosMesCentesimos: 0 },
})

const DE_CADA_VEZ = 50

/** The process that was asking the PSP for these is gone: what was accepted stands, and this one asks. */
export async function terminarAbandonados(meios: Meios, antesDe: Date): Promise<void> {
  const { rows } = await sql<
    Pick<CodigoPreparado, 'id' | 'clienteId' | 'tipo' | 'txid' | 'valorCentavos' | 'valeAte' | 'partes'> & {
      negociacaoId: number
    }
  >`
    select c.id, c.cliente_id as "clienteId", c.tipo, c.txid, c.valor_centavos as "valorCentavos", c.vale_ate as "valeAte",
      c.negociacao_id as "negociacaoId", ${PARTES} as partes
    from codigo c where c.situacao = 'emitido' and c.copia_e_cola is null and c.negociacao_id is not null and c.created_at < ${antesDe}
    order by c.id limit ${sql.lit(DE_CADA_VEZ)}`.execute(meios.db)
  await completarCodigos(
    meios,
    rows.map((um) => ({ ...um, ...daEntrada(um.negociacaoId, um.valeAte), copiaECola: null, novo: false })),
  )
}
