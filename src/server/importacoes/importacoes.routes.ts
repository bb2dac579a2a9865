import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contrato from '#contract/importacoes.ts'
import { CODIFICACOES, type Codificacao } from '#domain/codificacao.ts'
import { BOM } from '#domain/csv.ts'
import { MOTIVOS_DA_PENDENCIA, type MotivoDaPendencia, type Palavra } from '#domain/documento-fiscal.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import { LIMITES_MIB } from '#domain/importacao.ts'
import { COLUNAS, COLUNAS_DO_MODELO, type Coluna } from '#domain/planilha-colunas.ts'
import { enviarCsv } from '#server/http/planilha.ts'
import { quem } from '#server/http/quem.ts'
import type { ArquivoRecebido } from '#server/http/recepcao.ts'
import type { Routes } from '#server/http/tipos.ts'
import { comArquivo, opcaoPedida } from './com-arquivo.ts'
import { importarCsv } from './csv.actions.ts'
import { desfazerImportacao } from './desfazer.actions.ts'
import { errosEmCsv, listarAndamento, listarImportacoes, verImportacao } from './importacoes.queries.ts'
import { importarXml } from './xml.actions.ts'

const DIAS_MAXIMOS = 3650

/** Long: the calls, one after the other. */
export const importacoesRoutes: Routes = async (app, servicos) => {
  await app.register(multipart)
  const { db, pastaDados } = servicos

  app.route({
    ...contrato.importarCsv,
    handler: (request) =>
      comArquivo(request, { campo: 'csv_file', limiteMib: LIMITES_MIB.csv, pastaDados }, (recebido) =>
        importarCsv(servicos, {
          ...pedidoDe(request, recebido),
          caminho: recebido.caminho,
          mapeamento: lerMapeamento(recebido.campos.mapeamento),
          codificacao: lerCodificacao(recebido.campos.codificacao),
        }),
      ),
  })

  app.route({
    ...contrato.importarXml,
    handler: (request, reply) =>
      comArquivo(request, { campo: 'arquivo_xml', limiteMib: LIMITES_MIB.xml, pastaDados }, (recebido) =>
        importarXml(servicos, {
          ...pedidoDe(request, recebido),
          caminho: recebido.caminho,
          tamanho: recebido.tamanho,
          palavra: lerPalavra(recebido.campos),
        }).then((resultado) => comoEsta(reply, resultado)),
      ),
  })

  app.route({
    ...contrato.templateCsv,
    config: { semDados: true },
    handler: (_request, reply) =>
      enviarCsv(reply, 'template_clientes.csv').send(`${BOM}${COLUNAS_DO_MODELO.join(';')}\r\n`),
  })

  app.route({
    ...contrato.listarImportacoes,
    handler: (request) => listarImportacoes(db, request.usuario.id, request.query),
  })

  app.route({
    ...contrato.andamentoImportacoes,
    config: { deFundo: true },
    handler: (request) => listarAndamento(db, request.usuario.id),
  })

  app.route({
    ...contrato.verImportacao,
    handler: async (request, reply) => comoEsta(reply, await verImportacao(db, request.params.id, request.usuario.id)),
  })

  app.route({
    ...contrato.errosImportacao,
    handler: async (request, reply) => {
      const importacao = await verImportacao(db, request.params.id, request.usuario.id)
      const csv = errosEmCsv(db, importacao, request.query.por_linha)
      return enviarCsv(reply, `erros-importacao-${importacao.id}.csv`).send(Readable.from(csv))
    },
  })

  app.route({
    ...contrato.desfazerImportacao,
    handler: (request) => desfazerImportacao(servicos, request.params.id, quem(request)),
  })

  app.route({
    ...contrato.desfazerImportacaoDeOutro,
    handler: ({ params, usuario, ip }) => desfazerImportacao(servicos, params.id, { usuarioId: usuario.id, ip }, true),
  })
}

/** Skips the response schema: serialising megabytes through it would block the event loop. Fastify then names no type by itself. */
function comoEsta<T>(reply: FastifyReply, resultado: T): T {
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify)
  return resultado
}

const pedidoDe = (request: FastifyRequest, { nome, campos }: ArquivoRecebido) => {
  const { simular, vincular } = request.query as { simular: boolean; vincular: boolean }
  return {
    ...{ arquivo: nome, usuarioId: request.usuario.id, ip: request.ip },
    simular: opcaoPedida('simular', simular, campos),
    vincular: opcaoPedida('vincular', vincular, campos),
  }
}

/** `{ "<header>": "<column>" }`; an empty column leaves the header out. */
function lerMapeamento(texto: string | undefined): Record<string, Coluna | null> {
  if (!texto?.trim()) return {}
  const recusar = (mensagem: string) => new CamposInvalidos({ mapeamento: [mensagem] })
  let lido: unknown
  try {
    lido = JSON.parse(texto)
  } catch {
    throw recusar('O mapeamento não é um JSON: use {"título na planilha": "coluna"}.')
  }
  if (typeof lido !== 'object' || lido === null || Array.isArray(lido))
    throw recusar('O mapeamento deve ser um objeto: {"título na planilha": "coluna"}.')
  return Object.fromEntries(
    Object.entries(lido).map(([cabecalho, coluna]): [string, Coluna | null] => {
      if (coluna === null || coluna === '') return [cabecalho, null]
      if (!COLUNAS.includes(coluna))
        throw recusar(`Não há coluna com esse nome. As colunas são: ${COLUNAS.join(', ')}.`)
      return [cabecalho, coluna]
    }),
  )
}

/** How the file was saved, when its sender says so. */
function lerCodificacao(texto = ''): Codificacao | null {
  const dita = texto.trim().toLowerCase()
  if (dita === '') return null
  const achada = CODIFICACOES.find((uma) => uma === dita)
  if (achada) return achada
  throw new CamposInvalidos({ codificacao: [`As codificações são: ${CODIFICACOES.join(', ')}.`] })
}

/** What a person answered for documents that do not say it: `aceitar` and `dias_vencimento`. */
function lerPalavra({ aceitar = '', dias_vencimento = '' }: Record<string, string>): Palavra {
  const motivos = aceitar
    .split(',')
    .map((motivo) => motivo.trim())
    .filter((motivo) => motivo !== '')
  if (
    !motivos.every((motivo): motivo is MotivoDaPendencia =>
      (MOTIVOS_DA_PENDENCIA as readonly string[]).includes(motivo),
    )
  )
    throw new CamposInvalidos({ aceitar: [`Só se pode aceitar: ${MOTIVOS_DA_PENDENCIA.join(', ')}.`] })
  const dias = dias_vencimento.trim()
  if (dias !== '' && (!/^\d{1,4}$/.test(dias) || Number(dias) > DIAS_MAXIMOS))
    throw new CamposInvalidos({
      dias_vencimento: [`Informe os dias da emissão ao vencimento, de 0 a ${DIAS_MAXIMOS}.`],
    })
  return { aceitar: new Set(motivos), diasVencimento: dias === '' ? null : Number(dias) }
}
