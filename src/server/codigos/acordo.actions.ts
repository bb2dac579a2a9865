import { type ContaDoCodigo, partesDaEntrada } from '#domain/codigo.ts'
import { type Dia, diaDe } from '#domain/data.ts'
import type { Recebedor } from '#domain/recebimento.ts'
import type { Trx } from '#server/db/schema.ts'
import { type CodigoPreparado, encerrarVivos, escrever, gravarNovos } from './preparar.actions.ts'

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
    negociacaoId,
    valorCentavos,
    partes: partesDaEntrada(valorCentavos, contas),
    valeAte: ate,
    mensagemId: null,
    descricao: `Acordo ${negociacaoId}, primeiro pagamento`,
    // Used only for a charge with due date, which this is not.
    devedor: null,
    vencimento: ate,
    taxas: { multaCentesimos: 0, jurosMesCentesimos: 0 },
  } as const
  await encerrarVivos(
    trx,
    contas.map(({ id }) => id),
    diaDe(agora),
  )
  const [codigo] = await gravarNovos(trx, [novo], agora)
  return codigo!
}
