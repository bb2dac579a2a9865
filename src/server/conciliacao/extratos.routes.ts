import multipart from '@fastify/multipart'
import * as contrato from '#contract/extratos.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import { LIMITES_MIB } from '#domain/importacao.ts'
import { MOTIVOS_DE_PENDENCIA, type MotivoDePendencia } from '#domain/movimento.ts'
import { resumoDoArquivo } from '#server/armazem/resumo.ts'
import { umaVez, umaVezDemorada } from '#server/http/idempotencia.ts'
import { quem } from '#server/http/quem.ts'
import type { Routes } from '#server/http/tipos.ts'
import { comArquivo, opcaoPedida } from '#server/importacoes/com-arquivo.ts'
import { desfazerImportacaoDoBanco } from './desfazer.actions.ts'
import { listarImportacoesDoBanco, verImportacaoDoBanco } from './extratos.queries.ts'
import { importarExtratos } from './importar.actions.ts'

/** Files of banks: an administrator's. */
export const extratosRoutes: Routes = async (app, servicos) => {
  await app.register(multipart)
  const { db, pastaDados, relogio } = servicos

  app.route({
    ...contrato.importarBanco,
    handler: (request) =>
      comArquivo(
        request,
        {
          campo: 'arquivo',
          limiteMib: LIMITES_MIB.extrato,
          pastaDados,
          remedio: 'Baixe períodos menores e envie em partes.',
        },
        async ({ caminho, tamanho, nome, campos }) => {
          const simular = opcaoPedida('simular', request.query.simular, campos)
          const pedido = { arquivo: nome, caminho, tamanho, simular, aceitar: lerAceitos(campos.aceitar) }
          const importar = () => importarExtratos(servicos, { ...quem(request), ...pedido })
          return umaVezDemorada(servicos, request, importar, [
            (await resumoDoArquivo(caminho)).toString('hex'),
            simular,
            campos.aceitar ?? '',
          ])
        },
      ),
  })
  app.route({ ...contrato.listarImportacoesDoBanco, handler: ({ query }) => listarImportacoesDoBanco(db, query) })
  app.route({ ...contrato.verImportacaoDoBanco, handler: ({ params }) => verImportacaoDoBanco(db, params.id) })
  app.route({
    ...contrato.desfazerImportacaoDoBanco,
    handler: (request) => {
      const causa = { origem: 'conciliacao' as const, agora: relogio.agora(), ...quem(request) }
      return umaVez(servicos, request, (trx) => desfazerImportacaoDoBanco(trx, request.params.id, causa))
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
