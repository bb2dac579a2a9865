import { frase } from '#domain/frase-do-log.ts'
import type { ProblemaDoSelo } from '#domain/selo.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { FOLGA_ENTRE_RELOGIOS_MS } from '#server/relogio.ts'
import { conferirTrecho, type Lugar } from './conferir-selos.queries.ts'
import { registrar } from './logs.actions.ts'

/** So much is looked through at a time; a round that ended is begun again so long after. */
const LINHAS_POR_VEZ = 20_000
const TRECHOS_POR_VEZ = 4
const RODADA_CADA_MS = 10 * 60_000

/**
 * Continues checking the seals, some per call, and keeps what fails until a whole round finds nothing. A first failure
 * is logged, and so is a later success.
 */
export async function conferirMaisSelos(db: Db, agora: Date): Promise<void> {
  const { proximo, linha, concluida_em } = await db
    .selectFrom('conferencia_de_selos')
    .selectAll()
    .executeTakeFirstOrThrow()
  const haMs = agora.getTime() - Date.parse(concluida_em ?? '')
  // What ended later than now did so by a clock that has been set back since.
  if (proximo === 1 && haMs >= -FOLGA_ENTRE_RELOGIOS_MS && haMs < RODADA_CADA_MS) return
  const problemas: ProblemaDoSelo[] = []
  let [ate, fim, linhas]: [Lugar, boolean, number] = [{ selo: proximo, linha }, false, 0]
  for (let n = 0; n < TRECHOS_POR_VEZ && linhas < LINHAS_POR_VEZ && !fim; n += 1) {
    const trecho = await conferirTrecho(db, ate)
    problemas.push(...trecho.problemas)
    ;({ ate, fim } = trecho)
    linhas += trecho.linhas
  }
  await emTransacao(db, (trx) =>
    guardar(trx, { selo: proximo, linha }, { ate, fim, problema: problemas[0] ?? null }, agora),
  )
}

interface Visto {
  ate: Lugar
  fim: boolean
  problema: ProblemaDoSelo | null
}

/** Unless another node stored its result first. */
async function guardar(trx: Trx, de: Lugar, { ate, fim, problema }: Visto, agora: Date) {
  const antes = await trx.selectFrom('conferencia_de_selos').selectAll().forUpdate().executeTakeFirstOrThrow()
  if (antes.proximo !== de.selo || antes.linha !== de.linha) return
  const achado = antes.achado || problema !== null
  const rompido = achado || (antes.rompido_em !== null && !fim)
  // The first problem of this round; the previous round's stays until this one is complete.
  const guardado = antes.achado ? antes.problema : (problema ?? (rompido ? antes.problema : null))
  await trx
    .updateTable('conferencia_de_selos')
    .set({
      proximo: fim ? 1 : ate.selo,
      linha: fim ? 0 : ate.linha,
      achado: fim ? false : achado,
      problema: guardado && JSON.stringify(guardado),
      rompido_em: rompido ? (antes.rompido_em ?? agora) : null,
      ...(fim ? { concluida_em: agora } : {}),
    })
    .execute()
  await contar(trx, antes, rompido ? guardado : null, agora)
}

async function contar(trx: Trx, antes: Linha<'conferencia_de_selos'>, problema: ProblemaDoSelo | null, agora: Date) {
  if (problema && antes.rompido_em === null) {
    const dados = { tipo: problema.tipo, selo: problema.selo, linha: problema.linha }
    const descricao = frase`Os selos dos registros não conferem: ${problema.frase}`
    await registrar(trx, { agora, acao: 'selo.romper', nivel: 'erro', descricao, dados })
  }
  if (!problema && antes.rompido_em !== null)
    await registrar(trx, {
      agora,
      acao: 'selo.voltar',
      nivel: 'aviso',
      descricao: 'Os selos dos registros conferem de novo.',
    })
}
