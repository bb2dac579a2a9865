import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import {
  baixarMidia,
  baixarMidiaSemCliente,
  enviarArquivo as contratoArquivo,
  enviarMensagem as contratoEnviar,
  digitando,
  exportarSemCliente,
  listarMensagens,
  mensagensSemCliente,
} from '#contract/mensagens.ts'
import { MAIOR_ARQUIVO_BYTES } from '#domain/arquivo.ts'
import { diaDe } from '#domain/data.ts'
import type { Trx } from '#server/db/schema.ts'
import { umaVez } from '#server/http/idempotencia.ts'
import { enviarCsv } from '#server/http/planilha.ts'
import { receberArquivo } from '#server/http/recepcao.ts'
import type { Routes } from '#server/http/tipos.ts'
import { autorDe } from '#server/sessao/autor.ts'
import { type ArquivoPronto, comArquivoGuardado } from './arquivos.actions.ts'
import { confirmarLeitura, mostrarDigitando } from './confirmacao.actions.ts'
import { abrirConversa, enviarMensagem } from './mensagens.actions.ts'
import { lerSemCliente } from './mensagens.queries.ts'
import { abrirMidia } from './midia.queries.ts'
import { semClienteEmCsv } from './planilha.queries.ts'

const ARQUIVO = {
  campo: 'arquivo',
  limiteMib: MAIOR_ARQUIVO_BYTES / 2 ** 20,
  remedio: 'É o limite do WhatsApp: divida-o em partes menores.',
}

/** Long: the calls, one after the other. */
export const mensagensRoutes: Routes = async (app, servicos) => {
  await app.register(multipart)
  const { db, relogio, pastaDados } = servicos
  const autor = (request: FastifyRequest) => ({ ...autorDe(request, servicos), nome: request.usuario.name })

  app.route({
    ...listarMensagens,
    handler: async ({ params, query, usuario, log }) => {
      const { mensagens, leu } = await abrirConversa(db, params.id, usuario.id, query.antes)
      const avisar = () => confirmarLeitura(servicos, params.id)
      if (leu) void avisar().catch((erro: unknown) => log.warn({ err: erro }, 'o WhatsApp não soube da leitura'))
      return { data: mensagens }
    },
  })

  app.route({
    ...digitando,
    handler: async ({ params, usuario }, reply) => {
      await mostrarDigitando(servicos, params.id, usuario.id)
      return reply.status(204).send()
    },
  })

  app.route({
    ...contratoEnviar,
    handler: async (request, reply) => {
      const mensagem = await umaVez(servicos, request, (trx) =>
        enviarMensagem(trx, request.params.id, request.body, autor(request)),
      )
      return reply.status(201).send(mensagem)
    },
  })

  app.route({
    ...contratoArquivo,
    handler: async (request, reply) => {
      const recebido = await receberArquivo(request, { ...ARQUIVO, pastaDados })
      const enviar = async (pronto: ArquivoPronto, usado: () => void) => {
        const escrever = async (trx: Trx) => {
          const mensagem = await enviarMensagem(trx, request.params.id, pronto, autor(request))
          usado()
          return mensagem
        }
        return umaVez(servicos, request, escrever, [pronto.resumo, pronto.midia.legenda])
      }
      // The answer comes after the temporary files are deleted.
      return reply.status(201).send(await comArquivoGuardado(servicos, recebido, enviar))
    },
  })

  app.route({ ...mensagensSemCliente, handler: ({ query }) => lerSemCliente(db, query) })
  app.route({
    ...exportarSemCliente,
    handler: ({ query }, reply) =>
      enviarCsv(reply, `numeros-sem-cliente-${diaDe(relogio.agora())}.csv`).send(
        Readable.from(semClienteEmCsv(db, query.busca)),
      ),
  })

  app.route({
    ...baixarMidia,
    handler: ({ params, usuario }, reply) => abrirMidia(servicos, reply, params.id, usuario.id),
  })
  app.route({
    ...baixarMidiaSemCliente,
    handler: ({ params }, reply) => abrirMidia(servicos, reply, params.id, null),
  })
}
