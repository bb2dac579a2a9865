import { type Dia, formatarDia, somarDias } from '#domain/data.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { EXEMPLOS, TIPOS_MODELO, type TipoModelo, type Valores, valoresDoModelo } from '#domain/modelo.ts'
import { dadosParaExemplo, umDevedor } from '#server/clientes/destinatario.queries.ts'
import { lerEmpresa } from '#server/configuracao/configuracao.queries.ts'
import type { Db } from '#server/db/schema.ts'
import { contasAbertasDe } from '#server/saldo/abertas.queries.ts'
import { contasDoTipo } from './preencher.queries.ts'

/** What each text would say to a customer today; to the one who became late last, when none is named. */
export async function valoresDeExemplo(db: Db, clienteId: number | undefined, dia: Dia) {
  const id = clienteId ?? (await umDevedor(db, dia))
  const cliente = id === undefined ? undefined : await dadosParaExemplo(db, id)
  if (clienteId !== undefined && !cliente) throw new NaoEncontrado('Este cliente não existe.')
  const { empresa, pix, taxas } = await lerEmpresa(db)
  if (!cliente) return { cliente: null, valores: porTipo(() => valoresInventados({ empresa, pix }, dia)) }
  const contas = await contasAbertasDe(db, cliente.id, dia, taxas)
  const { nome, documento, operador } = cliente
  return {
    cliente: { id: cliente.id, nome },
    valores: porTipo((tipo) =>
      valoresDoModelo({ nome, documento, empresa, pix, operador, contas: contasDoTipo(tipo, contas, dia) }),
    ),
  }
}

/** Values of nobody, for a test: the company's own, and a due day that is near. */
export const valoresInventados = ({ empresa, pix }: { empresa: string; pix: string | null }, dia: Dia): Valores => ({
  ...EXEMPLOS,
  empresa,
  pix: pix ?? '',
  vencimento: formatarDia(somarDias(dia, -Number(EXEMPLOS.dias_atraso))),
})

const porTipo = (valores: (tipo: TipoModelo) => Valores) =>
  Object.fromEntries(TIPOS_MODELO.map((tipo) => [tipo, valores(tipo)])) as Record<TipoModelo, Valores>
