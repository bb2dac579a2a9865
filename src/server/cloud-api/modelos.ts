import type { z } from 'zod'
import { ModeloCriado, ModeloMeta } from '#contract/cloud-api.ts'
import type { CloudApi, ConfigCloudApi, ModeloNaMeta, NovoModelo } from './cloud-api.ts'
import { componentesDe, formatoDe, partesDe } from './componentes.ts'
import { caminho, converter, feito, type Graph, ler, percorrer } from './respostas.ts'

type Modelos = Pick<CloudApi, 'listarModelos' | 'criarModelo' | 'editarModelo' | 'apagarModelo'>

/** The account's templates. */
export function modelos(graph: Graph, { businessAccountId }: ConfigCloudApi): Modelos {
  return {
    listarModelos: async () =>
      converter(
        await percorrer(
          graph,
          caminho`/${businessAccountId}/message_templates?fields=${CAMPOS_MODELO}&limit=100`,
          ModeloMeta,
        ),
        (itens) => itens.map(modeloDe),
      ),

    criarModelo: async (modelo) =>
      converter(
        ler(
          await graph.chamar('POST', caminho`/${businessAccountId}/message_templates`, corpoDoModelo(modelo)),
          ModeloCriado,
        ),
        ({ id, status, category }) => ({ id, status, categoria: category ?? null }),
      ),

    editarModelo: async (id, texto) =>
      feito(await graph.chamar('POST', caminho`/${id}`, { components: componentesDe(texto) })),

    apagarModelo: async ({ id, nome }) =>
      feito(await graph.chamar('DELETE', caminho`/${businessAccountId}/message_templates?hsm_id=${id}&name=${nome}`)),
  }
}

const CAMPOS_MODELO = 'id,name,language,status,category,components,rejected_reason,quality_score'

const corpoDoModelo = ({ nome, idioma, categoria, ...texto }: NovoModelo) => ({
  name: nome,
  language: idioma,
  category: categoria,
  parameter_format: 'POSITIONAL',
  ...formatoDe(texto.partes),
  components: componentesDe(texto),
})

function modeloDe(meta: z.infer<typeof ModeloMeta>): ModeloNaMeta {
  const corpo = meta.components.find((componente) => componente.type.toUpperCase() === 'BODY')
  const motivo = meta.rejected_reason
  return {
    id: meta.id,
    nome: meta.name,
    idioma: meta.language,
    status: meta.status.toUpperCase(),
    categoria: meta.category?.toUpperCase() ?? null,
    texto: corpo?.text ?? '',
    ...partesDe(meta.components),
    motivo: motivo && motivo !== 'NONE' ? motivo : null,
    qualidade: meta.quality_score?.score ?? null,
  }
}
