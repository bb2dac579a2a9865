import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import * as contrato from '#contract/extratos.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import { MOTIVOS_DE_PENDENCIA, type MotivoDePendencia } from '#domain/movimento.ts'
import type { Routes } from '#server/http/tipos.ts'
import { comArquivo } from '#server/importacoes/com-arquivo.ts'
import { desfazerImportacaoDoBanco } from './desfazer.actions.ts'
import { listarImportacoesDoBanco } from './extratos.queries.ts'
import { importarExtratos } from './importar.actions.ts'

const LIMITE_MIB = 50

/** Files of banks: an administrator's. */
export const extratosRoutes: Routes = async (app, servicos) => {
  await app.register(multipart)
  const { db, pastaDados, relogio } = servicos
  const quem = ({ usuario, ip }: FastifyRequest) => ({ usuarioId: usuario.id, ip })

  app.route({
    ...contrato.importarBanco,
    handler: (request) =>
      comArquivo(
        request,
        { campo: 'arquivo', limiteMib: LIMITE_MIB, pastaDados, remedio: 'Baixe períodos menores e envie em partes.' },
        ({ caminho, tamanho, nome, campos }) =>
          importarExtratos(servicos, {
            ...quem(request),
            arquivo: nome,
            caminho,
            tamanho,
            simular: request.query.simular,
            aceitar: lerAceitos(campos.aceitar),
          }),
      ),
  })
  app.route({ ...contrato.listarImportacoesDoBanco, handler: ({ query }) => listarImportacoesDoBanco(db, query) })
  app.route({
    ...contrato.desfazerImportacaoDoBanco,
    handler: async (request) => {
      const causa = { origem: 'conciliacao' as const, agora: relogio.agora(), ...quem(request) }
      return desfazerImportacaoDoBanco(servicos, request.params.id, causa)
    },
  })
}

/** What a person let pass: the reasons, with commas. */
function lerAceitos(texto = ''): Set<MotivoDePendencia> {
  const motivos = texto
    .split(',')
    .map((motivo) => motivo.trim())
    .filter((motivo) => motivo !== '')
  const conhecido = (motivo: string): motivo is MotivoDePendencia =>
    (MOTIVOS_DE_PENDENCIA as readonly string[]).includes(motivo)
  if (!motivos.every(conhecido))
    throw new CamposInvalidos({ aceitar: [`Só se pode aceitar: ${MOTIVOS_DE_PENDENCIA.join(', ')}.`] })
  return new Set(motivos)
}
