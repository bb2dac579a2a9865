import { sql } from 'kysely'
import { type Dia, formatarDia } from '#domain/data.ts'
import { type Centavos, formatarReais } from '#domain/dinheiro.ts'
import { aConta, frase, oCliente, oUsuario } from '#domain/frase-do-log.ts'
import type { Trx } from '#server/db/schema.ts'
import { type Registro, registrar } from '#server/logs/logs.actions.ts'

/**
 * The log lines that the real actions would have written for a generated history: payments, agreements, notes, replies,
 * takeovers, pauses and completions. Derived from the rows, so that the two cannot disagree.
 */
export async function registrarPassado(trx: Trx): Promise<void> {
  const partes = await Promise.all([entradas(trx), pagamentos(trx), acordos(trx), situacoes(trx), anotacoes(trx)])
  await registrar(trx, ...partes.flat().sort((a, b) => a.agora.getTime() - b.agora.getTime()))
}

const doCliente = (clienteId: number) => ({ entidade: 'cliente', entidadeId: clienteId })

async function entradas(trx: Trx): Promise<Registro[]> {
  const quem = await trx.selectFrom('usuario').select(['id', 'ultima_entrada_em as em']).execute()
  return quem.flatMap(({ id, em }) =>
    em ? [{ agora: new Date(em), usuarioId: id, acao: 'sessao.entrar', descricao: frase`${oUsuario(id)} entrou` }] : [],
  )
}

async function pagamentos(trx: Trx): Promise<Registro[]> {
  const { rows } = await sql<{
    em: string
    cliente: number
    conta: number
    valor: Centavos
    dia: Dia
    usuario: number | null
  }>`
    select p.criado_em as em, p.cliente_id as cliente, t.id as conta, p.valor_centavos as valor,
      p.pago_em as dia, p.usuario_id as usuario
    from pagamento p join pagamento_alocacao a on a.pagamento_id = p.id join conta t on t.id = a.conta_id
    order by p.criado_em, p.id`.execute(trx)
  return rows.map(({ em, cliente, conta, valor, dia, usuario }) => ({
    agora: new Date(em),
    usuarioId: usuario,
    acao: 'conta.pagar',
    descricao: frase`Pagamento de ${formatarReais(valor)} da conta ${aConta(conta)} de ${oCliente(cliente)}, feito em ${formatarDia(dia)}.`,
    dados: { conta },
    ...doCliente(cliente),
  }))
}

async function acordos(trx: Trx): Promise<Registro[]> {
  const { rows } = await sql<{
    id: number
    cliente: number
    valor: Centavos
    parcelas: number
    usuario: number | null
    feito: string
    status: string
    motivo: string | null
    fim: string | null
  }>`
    select n.id, n.cliente_id as cliente, n.valor_negociado_centavos as valor, n.usuario_id as usuario,
      (select count(*) from conta where acordo_id = n.id) as parcelas, n.criada_em as feito, n.status, n.motivo,
      n.encerrada_em as fim
    from negociacao n order by n.criada_em, n.id`.execute(trx)
  return rows.flatMap(({ id, cliente, valor, parcelas, usuario, feito, status, motivo, fim }): Registro[] => {
    const comum = { ...doCliente(cliente), dados: { negociacao: id } }
    const fechado = frase`Acordo ${id} de ${oCliente(cliente)}: ${formatarReais(valor)}. Parcelas: ${parcelas}.`
    return [
      { agora: new Date(feito), usuarioId: usuario, acao: 'negociacao.fechar', descricao: fechado, ...comum },
      ...(fim && status === 'quebrada'
        ? [
            {
              agora: new Date(fim),
              nivel: 'aviso' as const,
              acao: 'negociacao.quebrar' as const,
              descricao: frase`Acordo ${id} de ${oCliente(cliente)} quebrado: ${motivo ?? ''}`,
              ...comum,
            },
          ]
        : []),
      ...(fim && status === 'cumprida'
        ? [
            {
              agora: new Date(fim),
              acao: 'negociacao.cumprir' as const,
              descricao: frase`Acordo ${id} de ${oCliente(cliente)} cumprido.`,
              ...comum,
            },
          ]
        : []),
    ]
  })
}

async function anotacoes(trx: Trx): Promise<Registro[]> {
  const notas = await trx.selectFrom('anotacao').select(['id', 'cliente_id', 'autor_id', 'created_at']).execute()
  return notas.map(({ id, cliente_id, autor_id, created_at }) => ({
    agora: new Date(created_at),
    usuarioId: autor_id,
    acao: 'anotacao.escrever',
    descricao: frase`Anotação escrita sobre ${oCliente(cliente_id)}.`,
    dados: { anotacao: id },
    ...doCliente(cliente_id),
  }))
}

/** How each customer came to the status they are in; a pause was given after the last word to the customer. */
async function situacoes(trx: Trx): Promise<Registro[]> {
  const { rows } = await sql<{
    id: number
    status: 'aguardando_atendimento' | 'em_atendimento' | 'pausado' | 'concluido'
    motivo: string | null
    operador: number | null
    respondeu: string | null
    contato: string | null
    desde: string | null
    concluido: string | null
    ate: string | null
  }>`
    select c.id, c.status, c.aguardando_motivo as motivo, c.operador_id as operador, c.ultimo_contato_em as contato,
      c.aguardando_desde as desde, c.concluido_em as concluido, c.pausado_ate as ate,
      (select min(created_at) from mensagem m where m.cliente_id = c.id and m.direcao = 'recebida'
        and m.created_at > coalesce(c.ultimo_contato_em, '-infinity'::timestamptz)) as respondeu
    from cliente c where c.status in ('aguardando_atendimento', 'em_atendimento', 'pausado', 'concluido')
    order by c.id`.execute(trx)
  return rows.flatMap(({ id, status, motivo, operador, respondeu, contato, desde, concluido, ate }): Registro[] => {
    const passou = (em: string | null, acao: Registro['acao'], como: string, usuarioId: number | null = null) =>
      em
        ? [{ agora: new Date(em), usuarioId, acao, descricao: frase`${oCliente(id)} passou ${como}`, ...doCliente(id) }]
        : []
    const espera = 'de Em cobrança para Aguardando atendimento: o cliente respondeu.'
    if (status === 'concluido') return passou(concluido, 'cliente.concluir', 'de Em cobrança para Concluído.')
    if (status === 'pausado') {
      const pausa = ate ? `Pausado até ${formatarDia(ate)}` : 'Pausado'
      const [log] = passou(depois(contato), 'cliente.pausar', `de Em cobrança para ${pausa}.`, operador)
      return log ? [{ ...log, ...(ate && { dados: { pausado_ate: ate } }) }] : []
    }
    if (status === 'em_atendimento')
      return [
        ...passou(respondeu, 'cliente.responder', espera),
        ...passou(depois(respondeu), 'cliente.assumir', 'de Aguardando atendimento para Em atendimento.', operador),
      ]
    return motivo === 'acordo_quebrado'
      ? passou(desde, 'cliente.quebrar_acordo', 'de Negociado para Aguardando atendimento: o acordo foi quebrado.')
      : passou(respondeu ?? desde, 'cliente.responder', espera)
  })
}

const UM_MINUTO = 60_000
const depois = (em: string | null) => em && new Date(Date.parse(em) + UM_MINUTO).toISOString()
