import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { diaDe } from '#domain/data.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { fraseDe } from '#web/api/erro.ts'
import { Button } from '#web/ui/Button.tsx'
import { dia, hora } from '#web/ui/formatos.ts'
import { LockOutlined } from '#web/ui/icons/LockOutlined.tsx'
import { SendOutlined } from '#web/ui/icons/SendOutlined.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusChip, situacaoModelo } from '#web/ui/StatusChip.tsx'
import { modelosDoClienteQuery } from './mensagens.queries.ts'
import './compositor.css'

interface Props {
  cliente: Cliente
  enviando: boolean
  aoEnviar: (template: string) => Promise<unknown>
}

/** Templates that cannot be sent are listed too, with the reason. */
const SEM_TEXTO = {
  aprovado: 'Não se aplica a este cliente hoje.',
  pendente: 'Espera a aprovação da Meta.',
  rejeitado: 'A Meta recusou o texto. Um administrador pode corrigi-lo.',
  pausado: 'A Meta pausou este modelo por reclamações.',
  local: 'Ainda não foi enviado à Meta.',
} as const

const JANELA_MS = 86_400_000
/** When the customer last wrote: the window opened then. */
function ultimaResposta(janelaAte: string): string {
  const instante = new Date(Date.parse(janelaAte) - JANELA_MS).toISOString()
  return `${dia(diaDe(instante))} às ${hora(instante)}`
}

/** The window is closed: only an approved template may go, filled with this customer's data. */
export function EscolhaModelo({ cliente, enviando, aoEnviar }: Props) {
  const consulta = useQuery(modelosDoClienteQuery(cliente.id))
  const [escolhido, setEscolhido] = useState<string>()
  const modelos = consulta.data?.data ?? []
  // While a newer version waits for Meta, the approved one still goes: it is the text that says what can be sent.
  const podem = modelos.filter(({ conteudo }) => conteudo)
  const atual = podem.find(({ tipo }) => tipo === escolhido) ?? podem[0]

  return (
    <>
      <JanelaFechada cliente={cliente} />
      {consulta.error && !consulta.data && (
        <div className="modelos-nenhum erro">
          {fraseDe(consulta.error)}{' '}
          <button type="button" className="ligacao" onClick={() => void consulta.refetch()}>
            Tentar de novo
          </button>
        </div>
      )}
      {consulta.data && podem.length === 0 && (
        <div className="modelos-nenhum">
          Nenhum modelo pode ir a este cliente agora. Um administrador os envia à Meta em Config. Mensagens.
        </div>
      )}
      {consulta.isPending && (
        <div className="modelos-skeleton">
          <Skeleton altura={132} />
        </div>
      )}
      {modelos.length > 0 && (
        <div role="radiogroup" aria-label="Modelo a enviar" className="modelos">
          {modelos.map((modelo) => (
            <OpcaoModelo
              key={modelo.tipo}
              modelo={modelo}
              escolhido={modelo.tipo === atual?.tipo}
              aoEscolher={() => setEscolhido(modelo.tipo)}
            />
          ))}
        </div>
      )}
      {atual && (
        <div className="modelos-enviar row wrap gap-8">
          <span>Conta como tentativa: será a {cliente.numero_chamadas + 1}ª.</span>
          <Button
            // While they wait, taking over is the next best step.
            variant={cliente.status === 'aguardando_atendimento' ? 'tonal' : 'contained'}
            startIcon={<SendOutlined />}
            loading={enviando}
            onClick={() => void aoEnviar(atual.tipo).catch(() => undefined)}
          >
            Enviar “{atual.titulo}”
          </Button>
        </div>
      )}
    </>
  )
}

const JanelaFechada = ({ cliente }: Pick<Props, 'cliente'>) => (
  <div className="dock-recado flex gap-12">
    <LockOutlined aria-hidden />
    <div>
      Texto livre só depois que o cliente responder
      <p>
        {cliente.janela_ate
          ? `A última resposta foi em ${ultimaResposta(cliente.janela_ate)}. Passadas 24 h, o WhatsApp só aceita um modelo aprovado.`
          : 'Este cliente ainda não escreveu. Até lá, o WhatsApp só aceita um modelo aprovado.'}
      </p>
    </div>
  </div>
)

interface OpcaoProps {
  modelo: Resposta<'GET /api/operador/clientes/:id/modelos'>['data'][number]
  escolhido: boolean
  aoEscolher: () => void
}

const OpcaoModelo = ({ modelo, escolhido, aoEscolher }: OpcaoProps) => (
  <label className={escolhido ? 'modelo escolhido' : 'modelo'}>
    <input
      type="radio"
      name="modelo"
      className="bola"
      checked={escolhido}
      disabled={!modelo.conteudo}
      onChange={aoEscolher}
    />
    <span>
      <span>
        {modelo.titulo}
        <StatusChip de={situacaoModelo[modelo.situacao]} />
      </span>
      <span className="modelo-texto cortado">{modelo.conteudo || SEM_TEXTO[modelo.situacao]}</span>
    </span>
  </label>
)
