import { sql } from 'kysely'
import { A_SAIR } from '#domain/mensagem.ts'
import { lista } from '#server/db/lista.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import { CANAL_SAIDA } from '#server/saida/saida.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { lerAndamento } from './despacho.actions.ts'
import { dizerDesdeQuando } from './esperas.ts'
import { conferirPosicao, type Posicao } from './posicao.actions.ts'
import { acertarEsperas } from './relogio-atrasado.actions.ts'
import { Ritmo } from './ritmo.ts'
import { RitmoPorPessoa } from './ritmo-por-pessoa.ts'
import { Saude } from './saude.ts'
import { type Precisa as DoTurno, type Marcada, TRAVA_OCIOSA_MS, Turno } from './turno.ts'

type Precisa = DoTurno & Pick<Servicos, 'pastaDados'>

/** Requests open at once, at most; below the client's connections, so that none waits for one. */
const CONCORRENCIA = 100
/** The name that nodes of every version hold it by: with another, two would send while an update is under way. */
const TRAVA = 'cobranca.despachante'

/**
 * The dispatcher: one at a time over all nodes, so that the pace holds for all of them. Claims, commits, marks, sends over kept
 * connections, records; the next batch is claimed while one is being sent. No transaction is open while waiting for the network.
 */
export function despachante(servicos: Precisa): Trabalho {
  // These outlive a turn: when Meta asks to wait, the next turn waits too.
  const ritmo = new Ritmo(servicos.maxPorSegundo)
  const porPessoa = new RitmoPorPessoa()
  const saude = new Saude(CONCORRENCIA)
  const marcada: Marcada = { ultima: null }
  return {
    nome: 'despacho.despachante',
    cadaMs: 500,
    canal: CANAL_SAIDA,
    executar: async (sinal) => {
      if (ritmo.esperaMs() > TRAVA_OCIOSA_MS || !(await haFila(servicos, marcada))) return false
      return comTravaGlobal(servicos.db, TRAVA, async (trava) => {
        await acertarEsperas(servicos.db, servicos.relogio.agora())
        await dizerDesdeQuando(servicos.db)
        const { marcouHaMs, falhas } = await lerAndamento(servicos.db)
        // The previous sender may have died in the middle of a second: that second must pass before its pace is free.
        if (marcouHaMs !== null && marcouHaMs >= 0) ritmo.pausar((TRAVA_OCIOSA_MS - marcouHaMs) / 1_000)
        return new Turno(servicos, { ritmo, porPessoa, saude: saude.retomar(falhas), marcada }, trava, sinal).cumprir()
      })
    },
  }
}

/**
 * Something to send, or left by a dispatcher that died, and not held. A cheap check, also of whether the database has what this
 * node sent: one to which a failover went may lack the last of it, and would have it sent again.
 */
async function haFila(servicos: Precisa, { ultima }: Marcada): Promise<boolean> {
  const { rows } = await sql<Posicao & { ha: boolean }>`
    select linhagem, posicao, retida_em is null and exists (select from mensagem where envio in ${lista(A_SAIR)}) as ha
    from despacho`.execute(servicos.db)
  const { ha, linhagem, posicao } = rows[0]!
  if (!ha || ultima?.linhagem !== linhagem || ultima.posicao <= posicao) return ha
  await conferirPosicao(servicos, ultima)
  return false
}
