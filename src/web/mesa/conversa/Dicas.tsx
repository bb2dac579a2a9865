import type { ClienteDetalhado } from '#contract/clientes.ts'
import type { Mensagem } from '#contract/mensagens.ts'
import { emAberto } from '#domain/conta.ts'
import { hoje } from '#web/api/agora.ts'
import { podeNegociar } from '#web/clientes/clientes.api.ts'
import { enviarPix } from '#web/codigos/dialogos.tsx'
import type { Selecao } from '#web/contas-receber/useSelecao.ts'
import { contestar } from '#web/contestacoes/dialogos.tsx'
import { prometer } from '#web/promessas/dialogos.tsx'
import { Button } from '#web/ui/Button.tsx'
import { diaEMes, dinheiro } from '#web/ui/formatos.ts'
import { ErrorOutlineOutlined as ErrorOutlined } from '#web/ui/icons/ErrorOutlineOutlined.tsx'
import { EventAvailableOutlined } from '#web/ui/icons/EventAvailableOutlined.tsx'
import { HandshakeOutlined } from '#web/ui/icons/HandshakeOutlined.tsx'
import { PixOutlined } from '#web/ui/icons/PixOutlined.tsx'
import { useMudarFiltros } from '#web/ui/useFiltros.ts'

interface Props {
  mensagem: Mensagem
  cliente: ClienteDetalhado
  selecao: Selecao
}

/** What a message seems to ask for, as one press each: nothing is done until somebody presses. */
export function Dicas({ mensagem, cliente, selecao }: Props) {
  const mudar = useMudarFiltros()
  const dica = (intencao: Mensagem['intencoes'][number]['intencao']) =>
    mensagem.intencoes.find((uma) => uma.intencao === intencao)
  const livres = cliente.contas.filter((conta) => emAberto(conta) && !conta.contestada && conta.prometida_ate === null)
  const contesta = dica('ja_paguei') ?? dica('nao_reconheco')
  const contestaveis = cliente.contas.some((conta) => emAberto(conta) && !conta.contestada)
  const paga = dica('paga_em')
  const promete = paga && livres.length > 0 && (paga.dia === null || paga.dia >= hoje()) ? paga : undefined
  const negocia = (dica('quer_parcelar') ?? dica('sem_condicoes')) && podeNegociar(cliente) && selecao.contas.length > 0
  const escolhidas = selecao.contas.map(({ id }) => id)
  const pede = dica('pede_codigo') && cliente.contas.some(emAberto)
  if (!promete && !negocia && !pede && !(contesta && contestaveis)) return null
  return (
    <fieldset className="dicas" aria-label="O que fazer com esta mensagem">
      {promete && (
        <Button
          size="small"
          variant="outlined"
          startIcon={<EventAvailableOutlined />}
          onClick={() =>
            void prometer(cliente, {
              contas: escolhidas,
              ate: promete.dia,
              valor: promete.valor,
            })
          }
        >
          {[
            'Registrar promessa',
            promete.dia && `até ${diaEMes(promete.dia)}`,
            promete.valor && dinheiro(promete.valor),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Button>
      )}
      {contesta && contestaveis && (
        <Button
          size="small"
          variant="outlined"
          startIcon={<ErrorOutlined />}
          onClick={() =>
            void contestar(cliente, {
              contas: escolhidas,
              motivo: contesta.intencao === 'ja_paguei' ? 'ja_paguei' : 'nao_reconheco',
              texto: mensagem.conteudo.slice(0, 1000),
            })
          }
        >
          Abrir contestação
        </Button>
      )}
      {pede && (
        <Button
          size="small"
          variant="outlined"
          startIcon={<PixOutlined />}
          onClick={() => void enviarPix(cliente, escolhidas)}
        >
          Enviar Pix
        </Button>
      )}
      {negocia && (
        <Button
          size="small"
          variant="outlined"
          startIcon={<HandshakeOutlined />}
          onClick={() => mudar({ painel: 'negociar' }, { empurrar: true })}
        >
          Negociar
        </Button>
      )}
    </fieldset>
  )
}
