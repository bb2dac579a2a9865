import { MINUTO_MS } from '#domain/data.ts'
import { type Frase, frase, oUsuario } from '#domain/frase-do-log.ts'
import type { VerboDe } from '#domain/log.ts'
import { plural } from '#domain/plural.ts'
import type { Servicos } from '#server/servicos.ts'
import { registrar } from './logs.actions.ts'

/** Of the accesses of a minute after the first, at most this many are named; all are counted. */
const NOMEADOS = 10

export interface Acesso {
  verbo: VerboDe<'acesso'>
  /** What was taken or refused, in words of the server's (a file's name, a call). */
  oQue: string
  /** Null when nobody known asked. */
  usuarioId: number | null
  ip: string
}

const VERBOS: Record<VerboDe<'acesso'>, { nivel: 'info' | 'aviso'; fez: string }> = {
  exportar: { nivel: 'info', fez: 'exportou' },
  baixar: { nivel: 'info', fez: 'abriu' },
  recusar: { nivel: 'aviso', fez: 'teve recusado' },
}

interface Minuto {
  primeiro: Acesso
  /** The first's line. */
  escrita: Promise<void>
  ate: number
  mais: number
  nomes: Set<string>
}

/**
 * Logs who took data away, or was refused it. Each user and action write at most two lines per minute and node: the
 * first access as it happens, and the count of the others when the minute is over.
 */
export function criarCaderno({ db, relogio }: Pick<Servicos, 'db' | 'relogio'>) {
  const minutos = new Map<string, Minuto>()

  const escrever = (acesso: Acesso, descricao: Frase, dados?: Record<string, unknown>) =>
    registrar(db, {
      agora: relogio.agora(),
      acao: `acesso.${acesso.verbo}`,
      nivel: VERBOS[acesso.verbo].nivel,
      descricao,
      usuarioId: acesso.usuarioId,
      ip: acesso.ip,
      ...(dados ? { dados } : {}),
    })

  /** Logs the accesses after the first of each minute that is over, or of all minutes. */
  async function fecharMinutos(todos = false) {
    const agora = relogio.agora().getTime()
    for (const [chave, minuto] of minutos) {
      // One that ends later than in a minute was begun by a clock that has been set back since.
      if (!todos && minuto.ate > agora && minuto.ate <= agora + MINUTO_MS) continue
      minutos.delete(chave)
      if (minuto.mais === 0) continue
      await escrever(minuto.primeiro, resumo(minuto), { vezes: minuto.mais, quais: [...minuto.nomes] }).catch(
        (erro) => {
          if (!minutos.has(chave)) minutos.set(chave, minuto) // until it can be told
          throw erro
        },
      )
    }
  }

  return {
    fecharMinutos,
    async anotar(acesso: Acesso) {
      await fecharMinutos()
      const chave = `${acesso.usuarioId} ${acesso.verbo}`
      const aberto = minutos.get(chave)
      if (aberto) {
        aberto.mais += 1
        if (aberto.nomes.size < NOMEADOS) aberto.nomes.add(acesso.oQue)
        return aberto.escrita
      }
      const escrita = escrever(acesso, frase`${quem(acesso)} ${VERBOS[acesso.verbo].fez} ${acesso.oQue}`)
      const ate = relogio.agora().getTime() + MINUTO_MS
      const minuto: Minuto = { primeiro: acesso, escrita, ate, mais: 0, nomes: new Set() }
      minutos.set(chave, minuto)
      await escrita.catch((erro: unknown) => {
        // Nothing of this minute is told of yet: the next one is its first.
        if (minutos.get(chave) === minuto) minutos.delete(chave)
        throw erro
      })
    },
  }
}

const resumo = ({ primeiro, mais, nomes }: { primeiro: Acesso; mais: number; nomes: Set<string> }) =>
  frase`${quem(primeiro)} ${VERBOS[primeiro.verbo].fez} mais ${plural(mais, 'vez', 'vezes')} no mesmo minuto: ${[...nomes].join(', ')}`

const quem = ({ usuarioId }: Acesso): Frase =>
  usuarioId === null ? frase`Alguém sem sessão` : frase`${oUsuario(usuarioId)}`
