import { cadastro } from './cadastro.ts'
import type { CloudApi, ConfigCloudApi } from './cloud-api.ts'
import { envios } from './envios.ts'
import { abrirGraph } from './graph.ts'
import { midias } from './midias.ts'
import { modelos } from './modelos.ts'

/** The one client of WhatsApp's Cloud API; the emulator is called by it over the same HTTP as Meta. */
export function criarCloudApi(config: ConfigCloudApi): CloudApi {
  const graph = abrirGraph(config)
  return {
    ...envios(graph, config),
    ...midias(graph, config),
    ...cadastro(graph, config),
    ...modelos(graph, config),
    fechar: () => graph.fechar(),
  }
}
