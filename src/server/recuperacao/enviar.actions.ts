import { setTimeout as esperar } from 'node:timers/promises'
import { frase, oUsuario } from '#domain/frase-do-log.ts'
import { proximaVez } from '#domain/insistencia.ts'
import { INSISTENCIA_DO_CORREIO } from '#domain/recuperacao.ts'
import { lerEmpresa } from '#server/configuracao/configuracao.queries.ts'
import type { ComoSaiu, Correio } from '#server/correio/correio.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { cartaDoLink } from './cartas.ts'
import {
  acertarPedidos,
  acharPessoa,
  adiarPedido,
  criarLink,
  encerrarPedido,
  lerPendentes,
  type Pedido,
} from './recuperacao.queries.ts'

type Meios = Pick<Servicos, 'db' | 'relogio' | 'origem' | 'log'>
/** Concurrent connections to the mail server, which refuses many at once. */
const AO_MESMO_TEMPO = 4
const OLHADA_MS = 1_000

/**
 * Sends the links that are due, and those that become due before the last has gone: one mail that its server looks through for minutes
 * keeps nobody else's. Only on one node at a time: `conferir` rejects once that is not sure any more, and what is going out is given up.
 */
export async function enviarLinks(
  meios: Meios,
  correio: Correio,
  sinal: AbortSignal,
  conferir: () => Promise<void> = async () => undefined,
): Promise<void> {
  const saindo = new Map<string, Promise<void>>()
  const falhas: unknown[] = []
  const perdida = new AbortController()
  const enviar = (pedido: Pedido) =>
    // Made for each mail, as older Nodes keep it for as long as the process lives.
    atender(meios, correio, pedido, AbortSignal.any([sinal, perdida.signal]))
      .catch((erro) => void falhas.push(erro))
      .finally(() => saindo.delete(pedido.email))
  try {
    while (falhas.length === 0) {
      const emCurso = [...saindo.keys()]
      await conferir().catch((erro: unknown) => {
        perdida.abort()
        throw erro
      })
      const agora = meios.relogio.agora()
      await acertarPedidos(meios.db, agora)
      const lugares = AO_MESMO_TEMPO - emCurso.length
      for (const pedido of await lerPendentes(meios.db, agora, lugares, emCurso))
        saindo.set(pedido.email, enviar(pedido))
      if (saindo.size > 0) await Promise.race([...saindo.values(), esperar(OLHADA_MS)])
      // Requests finished during this pass were not searched for: they may have been repeated.
      else if (emCurso.length === 0) break
      if (sinal.aborted) break
    }
    if (falhas.length > 0) throw falhas[0]
  } finally {
    await Promise.all(saindo.values()) // nothing of ours is running when the lock is released
  }
}

/**
 * Each try makes a new link, because the previous one exists only in a mail that may not have arrived. Unknown e-mails
 * and blocked users get none.
 */
async function atender(meios: Meios, correio: Correio, pedido: Pedido, sinal: AbortSignal): Promise<void> {
  const { db, relogio, origem } = meios
  const pessoa = await acharPessoa(db, pedido.email)
  if (pessoa?.status !== 'Ativo') return semQuem(meios, pedido, pessoa?.id)
  const token = await emTransacao(db, (trx) => criarLink(trx, pessoa, relogio.agora()))
  const { empresa } = await lerEmpresa(db)
  const link = `${origem}/senha/nova#token=${token}`
  const como = await correio.enviar(cartaDoLink({ nome: pessoa.name, para: pessoa.email, empresa, link }), sinal)
  // Told to stop in the middle: it counts as not tried, and goes again.
  if (sinal.aborted && como.situacao !== 'enviado') return
  await anotar(meios, pedido, pessoa.id, como)
}

const semQuem = ({ db, relogio }: Meios, pedido: Pedido, usuarioId: number | undefined) =>
  emTransacao(db, async (trx) => {
    await encerrarPedido(trx, pedido, { situacao: 'feito' })
    await registrar(trx, {
      agora: relogio.agora(),
      acao: 'sessao.recusar',
      nivel: 'aviso',
      descricao: usuarioId
        ? frase`${oUsuario(usuarioId)} pediu uma senha nova, mas o acesso está bloqueado`
        : 'Pedido de senha nova para um e-mail desconhecido',
      ip: pedido.ip,
    })
  })

async function anotar(meios: Meios, pedido: Pedido, usuarioId: number, como: ComoSaiu): Promise<void> {
  const { db, relogio, log } = meios
  const agora = relogio.agora()
  if (como.situacao === 'enviado') return encerrar(meios, pedido, usuarioId, { situacao: 'feito' }, agora)
  log.warn({ erro: como.erro, tentativa: pedido.tentativas + 1 }, 'um e-mail não saiu')
  const desde = new Date(pedido.pedido_em)
  const proxima =
    como.situacao === 'falhou' ? proximaVez(INSISTENCIA_DO_CORREIO, pedido.tentativas + 1, desde, agora) : null
  if (proxima) await adiarPedido(db, pedido, proxima, como.erro)
  else await encerrar(meios, pedido, usuarioId, { situacao: 'separado', erro: como.erro }, agora)
}

const encerrar = (
  { db }: Meios,
  pedido: Pedido,
  usuarioId: number,
  fim: { situacao: 'feito' } | { situacao: 'separado'; erro: string },
  agora: Date,
) =>
  emTransacao(db, async (trx) => {
    await encerrarPedido(trx, pedido, fim)
    const foi = fim.situacao === 'feito'
    await registrar(trx, {
      agora,
      acao: foi ? 'sessao.enviar_link' : 'sessao.separar_link',
      nivel: foi ? 'info' : 'erro',
      descricao: foi
        ? frase`${oUsuario(usuarioId)} pediu uma senha nova; o link foi mandado por e-mail`
        : frase`O link de senha de ${oUsuario(usuarioId)} não saiu: ${fim.erro}`,
      ip: pedido.ip,
      entidade: 'usuario',
      entidadeId: usuarioId,
    })
  })
