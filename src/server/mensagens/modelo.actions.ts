import type { Autor } from '#domain/causa.ts'
import { diaDe } from '#domain/data.ts'
import { RegraViolada } from '#domain/erros.ts'
import { finalidadeDePessoa } from '#domain/mensagem.ts'
import type { TipoModelo, Valores } from '#domain/modelo.ts'
import { pedeCodigo } from '#domain/na-saida.ts'
import { dadosParaMensagem } from '#server/clientes/destinatario.queries.ts'
import { pouparProposta } from '#server/codigos/proposta.queries.ts'
import { modeloAprovado } from '#server/configuracao/modelos-em-uso.queries.ts'
import type { Trx } from '#server/db/schema.ts'
import { estaNegado } from '#server/links/telefone-negado.ts'
import { contasDoModelo, preencherModelo } from '#server/modelos/preencher.queries.ts'
import { clientesBloqueados } from '#server/regua/bloqueado.queries.ts'
import { enfileirar } from '#server/saida/saida.actions.ts'

/** A type's approved version as a person sends it to this customer. */
export async function comModelo(trx: Trx, tipo: TipoModelo, clienteId: number, autor: Autor & { nome: string }) {
  if ((await clientesBloqueados(trx, [clienteId], diaDe(autor.agora), autor.agora)).size > 0)
    throw new RegraViolada('bloqueio_legal', BLOQUEADO)
  const texto = (await modeloAprovado(trx, tipo))?.texto
  if (texto && pedeCodigo(texto))
    await pouparProposta(trx, await contasDoModelo(trx, clienteId, tipo, diaDe(autor.agora)))
  const preenchido = await preencherAprovado(trx, tipo, clienteId, autor.agora, autor.nome)
  if (!preenchido) {
    throw new RegraViolada(
      'modelo_nao_aprovado',
      'Este modelo ainda não foi aprovado pela Meta. Escolha outro, ou peça a um administrador que veja Config. Mensagens.',
    )
  }
  return { finalidade: finalidadeDePessoa(tipo), ...preenchido } as const
}

const BLOQUEADO =
  'Este telefone está em uma lista de não perturbe. Fale com o cliente por outro canal, ou peça a um administrador que registre a autorização dele.'

/** A type's approved version filled for this customer; null while there is none. */
async function preencherAprovado(
  trx: Trx,
  tipo: TipoModelo,
  clienteId: number,
  agora: Date,
  operador: string | null,
  valores: Partial<Valores> = {},
) {
  const modelo = await modeloAprovado(trx, tipo)
  const cliente = await dadosParaMensagem(trx, clienteId)
  if (!modelo || !cliente) return null
  const pedido = { tipo, texto: modelo.texto, partes: modelo.partes, cliente, operador, dia: diaDe(agora), valores }
  const preenchido = await preencherModelo(trx, pedido)
  return { tipo: 'template', ...preenchido, modeloTipo: tipo, modeloVersaoId: modelo.versaoId } as const
}

/**
 * The server's own answer to what just happened: an agreement made, a payment that completes the customer. Goes out in
 * the caller's transaction if the customer can and wants to be written to and the template is approved; else nothing
 * does, and that is no error. `valores`: what the caller knows better than the accounts say.
 */
export async function enviarModeloAutomatico(
  trx: Trx,
  pedido: {
    clienteId: number
    tipo: 'negociacao' | 'pagamento' | 'contestacao'
    valores?: Partial<Valores>
    agora: Date
    em?: string
  },
): Promise<number | null> {
  const { clienteId, tipo, agora } = pedido
  const contatoId = (await dadosParaMensagem(trx, clienteId))?.contato_id ?? null
  if (contatoId === null) return null
  const contato = await trx
    .selectFrom('contato')
    .select(['aceita_mensagens', 'invalido_em'])
    .where('id', '=', contatoId)
    .executeTakeFirstOrThrow()
  if (!contato.aceita_mensagens || contato.invalido_em || (await estaNegado(trx, clienteId))) return null
  const preenchido = await preencherAprovado(trx, tipo, clienteId, agora, null, pedido.valores)
  if (!preenchido) return null
  const saida = { clienteId, contatoId, finalidade: tipo, automatica: true, em: pedido.em ?? null, ...preenchido }
  return (await enfileirar(trx, saida, agora)).id
}
