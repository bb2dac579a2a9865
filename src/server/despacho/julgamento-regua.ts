import { diaDe } from '#domain/data.ts'
import type { ModeloDoMotor, MotivoDecisao } from '#domain/decisao.ts'
import { fraseDaDecisao } from '#domain/explicacao.ts'
import { pedeCodigo } from '#domain/na-saida.ts'
import { modeloPedeLink } from '#domain/partes.ts'
import { preencherPartes } from '#domain/partes-preenchidas.ts'
import { MODELO_DA_PERGUNTA } from '#domain/pessoa.ts'
import { type DadosDoModelo, preencher, valoresDoModelo } from '#domain/preenchimento.ts'
import type { Recebedor } from '#domain/recebimento.ts'
import { lerConfiguracao } from '#server/configuracao/configuracao.queries.ts'
import { type ModeloEmUso, modelosAprovados } from '#server/configuracao/modelos-em-uso.queries.ts'
import type { Trx } from '#server/db/schema.ts'
import type { LinkFeito } from '#server/links/links.actions.ts'
import { lerMomento } from '#server/regua/momento.queries.ts'
import { decidir, type LinhaDecisao } from '#server/regua/selecao.ts'
import { EXPIRADA, umDe } from '#server/saida/saida.actions.ts'
import { COLUNAS_DO_MODELO, type ContaLida, contaDoModelo } from '#server/saldo/conta-no-dia.ts'
import { comBotao, type MeioDoBotao, meioDoBotao } from './botao.ts'
import type { CodigoDaMensagem, Mensagem, Pessoas, Veredito } from './julgamento.ts'
import { guardando } from './links.actions.ts'

/**
 * What each engine message is to say now, or why it is to be cancelled: the same decision as the run's, as if the
 * message did not exist, under the locks of its customer. Its text, accounts, steps and approved version are of now.
 */
export async function julgarRegua(
  trx: Trx,
  mensagens: readonly Mensagem[],
  pessoas: Pessoas,
  agora: Date,
  botao: Recebedor | null,
): Promise<Map<number, Veredito>> {
  if (mensagens.length === 0) return new Map()
  const hoje = diaDe(agora)
  const decisoes = await decidirDeNovo(trx, mensagens, agora)
  const contas = await lerContas(trx, [...decisoes.values()])
  const modelos: ReadonlyMap<string, ModeloEmUso> = await modelosAprovados(trx)
  const { empresa, pix, taxas } = await lerConfiguracao(trx)
  return new Map(
    mensagens.map((mensagem): [number, Veredito] => {
      const decisao = decisoes.get(mensagem.cliente_id ?? 0)
      const modelo = modelos.get(decisao?.modelo ?? '')
      if (mensagem.dia !== hoje) return [mensagem.id, { cancelar: EXPIRADA }]
      if (decisao?.motivo !== 'prevista' || !modelo) return [mensagem.id, recusar(decisao)]
      const { cliente, contato } = pessoas.get(mensagem.cliente_id ?? 0)!
      const { nome, documento } = cliente
      const cobertas = decisao.contas!.map((id) => contaDoModelo(contas.get(id)!, hoje, taxas))
      const dados = { nome, documento, empresa, pix, operador: null, contas: cobertas }
      return [mensagem.id, aprovar(decisao, modelo, dados, meioDoBotao(modelo, mensagem, contato, botao))]
    }),
  )
}

function recusar(decisao: LinhaDecisao | undefined): Veredito {
  const motivo: MotivoDecisao = !decisao || decisao.motivo === 'prevista' ? 'modelo_nao_aprovado' : decisao.motivo
  return { cancelar: { codigo: motivo, mensagem: decisao?.detalhe ?? fraseDaDecisao(motivo, null) } }
}

function aprovar(
  decisao: LinhaDecisao,
  modelo: ModeloEmUso,
  dados: DadosDoModelo,
  porBotao: MeioDoBotao | null,
): Veredito {
  const escrever = (link: LinkFeito | null, codigo: CodigoDaMensagem | null) => {
    const copiaECola = codigo?.copiaECola ?? null
    const valores = valoresDoModelo({ ...dados, copiaECola, link: link?.endereco ?? null })
    const { conteudo, parametros } = preencher(modelo.texto, valores)
    const partes = preencherPartes(modelo.partes, valores)
    const enviar = { modelo: modelo.nome, idioma: modelo.idioma, parametros, partes }
    return guardando({ enviar: codigo ? comBotao(enviar, codigo, porBotao) : enviar, conteudo }, link)
  }
  const modeloEscolhido = { tipo: modelo.tipo as ModeloDoMotor, versaoId: modelo.versaoId }
  // The question is about no step and mentions no debt.
  if (modelo.tipo === MODELO_DA_PERGUNTA)
    return { ...escrever(null, null), modelo: modeloEscolhido, passo: null, cobre: [] }
  const comLink = (link: LinkFeito | null) => ({
    ...escrever(link, null),
    ...(pedeCodigo(modelo.texto) || porBotao
      ? { codigo: { contas: decisao.contas!, comCodigo: (codigo: CodigoDaMensagem) => escrever(link, codigo) } }
      : {}),
  })
  return {
    ...comLink(null),
    ...(modeloPedeLink(modelo) ? { comLink } : {}),
    modelo: modeloEscolhido,
    passo: decisao.passo,
    cobre: decisao.contas!.map((contaId, i) => ({ contaId, dias: decisao.passos![i]! })),
  }
}

/** The limit was spent when the message was queued: here it would be counted twice. */
async function decidirDeNovo(
  trx: Trx,
  mensagens: readonly Mensagem[],
  agora: Date,
): Promise<Map<number, LinhaDecisao>> {
  const linhas: LinhaDecisao[] = []
  for (const [forcada, grupo] of Map.groupBy(mensagens, (mensagem) => mensagem.forcada)) {
    const momento = { ...(await lerMomento(trx, agora, forcada)), limite: null }
    const clientes = grupo.map((mensagem) => mensagem.cliente_id ?? 0)
    linhas.push(...(await decidir(trx, { momento, agora, clientes, exceto: grupo.map(({ id }) => id) })))
  }
  return new Map(linhas.map((linha) => [linha.cliente_id, linha]))
}

/** The accounts that these decisions are about. */
export async function lerContas(
  trx: Trx,
  decisoes: readonly Pick<LinhaDecisao, 'contas'>[],
): Promise<Map<number, ContaLida>> {
  const ids = decisoes.flatMap(({ contas }) => contas ?? [])
  if (ids.length === 0) return new Map()
  const contas = await trx
    .selectFrom('conta')
    .select(['id', ...COLUNAS_DO_MODELO])
    .where('id', '=', umDe(ids))
    .execute()
  return new Map(contas.map((conta) => [conta.id, conta]))
}
