import type { Mensagem } from '#contract/mensagens.ts'
import type { Autor } from '#domain/causa.ts'
import { janelaAberta } from '#domain/conversa.ts'
import { CamposInvalidos, RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { precisaAprovacao, type TipoModelo } from '#domain/modelo.ts'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import { assumirNaTransacao, travarParaPessoa } from '#server/clientes/clientes.actions.ts'
import { dadosParaMensagem, exigirVisivel } from '#server/clientes/destinatario.queries.ts'
import { descontarLidas } from '#server/clientes/nao-lidas.actions.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import { anotarMensagemDoCodigo, codigoParaEnviar } from '#server/codigos/vida.actions.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { estaNegado } from '#server/links/telefone-negado.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { ehTipoModelo } from '#server/modelos/modelos.actions.ts'
import { enfileirar } from '#server/saida/saida.actions.ts'
import { type ArquivoPronto, arquivoDe, lerLegenda } from './arquivos.actions.ts'
import { lerConversa, lerMensagem } from './mensagens.queries.ts'
import { comModelo } from './modelo.actions.ts'
import { acordarSubida } from './subida.actions.ts'

export interface Escrita {
  conteudo?: string | undefined
  template?: string | undefined
  /** The file of this message again, with `conteudo` under it. */
  arquivo_de?: number | undefined
  /** A Pix code of this customer's, alone. */
  codigo_id?: number | undefined
}

/**
 * Queues an operator's message: free text while the window is open, otherwise an approved template. Writing to a waiting customer
 * takes them over, in the same transaction.
 */
export async function enviarMensagem(
  trx: Trx,
  clienteId: number,
  escrita: Escrita | ArquivoPronto,
  autor: Autor & { nome: string },
): Promise<Mensagem> {
  const pedido = 'midia' in escrita ? { arquivo: escrita } : lerPedido(escrita)
  const cliente = await travarParaPessoa(trx, clienteId, autor)
  const contato = await exigirContato(trx, clienteId)
  const saida =
    'template' in pedido
      ? await comModelo(trx, pedido.template, clienteId, autor)
      : await naJanela(trx, pedido, clienteId, contato, autor.agora)
  if (cliente.status === 'aguardando_atendimento') await assumirNaTransacao(trx, clienteId, autor)
  const mensagem = await enfileirar(
    trx,
    { clienteId, contatoId: contato.id, autorId: autor.usuarioId, ...saida },
    autor.agora,
  )
  if ('codigoId' in pedido) await anotarMensagemDoCodigo(trx, pedido.codigoId, mensagem.id)
  await registrar(trx, {
    agora: autor.agora,
    usuarioId: autor.usuarioId,
    ip: autor.ip ?? null,
    acao: 'mensagem.escrever',
    descricao: frase`${'template' in pedido ? `Modelo “${MODELOS_PADRAO[pedido.template].titulo}”` : ROTULOS[saida.tipo]} para ${oCliente(clienteId)}.`,
    entidade: 'cliente',
    entidadeId: clienteId,
    dados: { mensagem: mensagem.id },
  })
  return lerMensagem(trx, mensagem.id)
}

const ROTULOS = { texto: 'Mensagem', template: 'Modelo', imagem: 'Imagem', documento: 'Documento' } as const

type Pedido =
  | { conteudo: string }
  | { template: TipoModelo }
  | { arquivoDe: number; legenda: string | null }
  | { codigoId: number }
  | { arquivo: ArquivoPronto }

function lerPedido({ conteudo, template, arquivo_de, codigo_id }: Escrita): Exclude<Pedido, { arquivo: unknown }> {
  if (codigo_id !== undefined) {
    if (conteudo === undefined && template === undefined && arquivo_de === undefined) return { codigoId: codigo_id }
    throw new CamposInvalidos({ codigo_id: ['O código Pix vai sozinho na mensagem, para ser copiado inteiro.'] })
  }
  if (arquivo_de !== undefined && template === undefined)
    return { arquivoDe: arquivo_de, legenda: lerLegenda(conteudo) }
  if (conteudo !== undefined && template !== undefined) {
    throw new CamposInvalidos({ conteudo: ['Envie um texto ou um modelo, não os dois.'] })
  }
  if (conteudo !== undefined) return { conteudo }
  if (template === undefined) throw new CamposInvalidos({ conteudo: ['Escreva a mensagem ou escolha um modelo.'] })
  if (ehTipoModelo(template) && precisaAprovacao(template)) return { template }
  throw new CamposInvalidos({ template: ['Este modelo não existe. Escolha um da lista.'] })
}

type Contato = Linha<'contato'>

/** The customer's phone under its lock, if it may be written to. */
async function exigirContato(trx: Trx, clienteId: number): Promise<Contato> {
  const { contato_id } = (await dadosParaMensagem(trx, clienteId))!
  const contato =
    contato_id === null
      ? undefined
      : await trx.selectFrom('contato').selectAll().where('id', '=', contato_id).forNoKeyUpdate().executeTakeFirst()
  if (!contato) {
    throw new RegraViolada(
      'sem_telefone',
      'Este cliente não tem telefone. Preencha um celular com WhatsApp no cadastro.',
    )
  }
  if (!contato.aceita_mensagens) {
    throw new RegraViolada(
      'nao_aceita_mensagens',
      'Este cliente pediu para não receber mensagens. Fale com ele por outro canal, ou espere que escreva VOLTAR.',
    )
  }
  if (contato.invalido_em || (await estaNegado(trx, clienteId))) {
    throw new RegraViolada(
      'contato_invalido',
      'Este número não recebe mensagens pelo WhatsApp. Confirme o telefone com o cliente e corrija o cadastro.',
    )
  }
  return contato
}

/** What a person writes or sends freely, while the window is open. */
async function naJanela(
  trx: Trx,
  pedido: Exclude<Pedido, { template: unknown }>,
  clienteId: number,
  contato: Contato,
  agora: Date,
) {
  exigirJanela(contato, agora)
  if ('conteudo' in pedido) return { tipo: 'texto', finalidade: 'atendimento', conteudo: pedido.conteudo } as const
  if ('codigoId' in pedido) return codigoEmTexto(trx, pedido.codigoId, clienteId)
  const { tipo, midia } =
    'arquivo' in pedido
      ? pedido.arquivo
      : await arquivoDe(trx, pedido.arquivoDe, { clienteId, legenda: pedido.legenda, agora })
  if (midia.id === null) await acordarSubida(trx)
  const conteudo = midia.legenda ?? (tipo === 'imagem' ? ROTULOS.imagem : (midia.nome ?? ROTULOS.documento))
  return { tipo, finalidade: 'atendimento', conteudo, midia } as const
}

/** The code and nothing else: one press copies the whole message. */
async function codigoEmTexto(trx: Trx, id: number, clienteId: number) {
  const codigo = await codigoParaEnviar(trx, id, clienteId)
  return { tipo: 'texto', finalidade: 'atendimento', conteudo: codigo } as const
}

function exigirJanela(contato: Contato, agora: Date) {
  if (!janelaAberta(contato.janela_ate, agora)) {
    throw new RegraViolada(
      'janela_fechada',
      'O cliente não escreve há mais de 24 horas, e o WhatsApp só aceita um modelo aprovado. Escolha um modelo para reabrir a conversa.',
    )
  }
}

/** The conversation; its latest page marks what was unread as read, for whoever may see the customer. */
export async function abrirConversa(
  db: Db,
  clienteId: number,
  operadorId: number,
  antes: number | undefined,
): Promise<{ mensagens: Mensagem[]; leu: boolean }> {
  const naoLidas = await exigirVisivel(db, clienteId, operadorId)
  const mensagens = await lerConversa(db, clienteId, antes)
  const ultima = mensagens.at(-1)
  const leu = antes === undefined && ultima !== undefined && naoLidas > 0
  if (leu) await marcarLidas(db, clienteId, ultima.id)
  return { mensagens, leu }
}

/** Up to the last one shown: what arrives meanwhile stays unread. */
async function marcarLidas(db: Db, clienteId: number, ate: number): Promise<void> {
  await emTransacao(db, async (trx) => {
    const [cliente] = await travarClientes(trx, [clienteId])
    const lidas = await trx
      .updateTable('mensagem')
      .set({ nao_lida: false })
      .where('cliente_id', '=', clienteId)
      .where('nao_lida', '=', true)
      .where('id', '<=', ate)
      .executeTakeFirst()
    await descontarLidas(trx, clienteId, Number(lidas.numUpdatedRows))
    await notificar(trx, { tipo: 'cliente', cliente_id: clienteId, operador_id: cliente?.operador_id ?? null })
  })
}
