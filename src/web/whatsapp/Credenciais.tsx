import { useQuery } from '@tanstack/react-query'
import type { ConexaoWhatsapp, PreparoWhatsapp } from '#contract/whatsapp.ts'
import { Button } from '#web/ui/Button.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { diaEHora } from '#web/ui/formatos.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { DadoDaConta } from './DadoDaConta.tsx'
import { preparoQuery } from './whatsapp.queries.ts'

const SegredoDialog = onDemand(() => import('./SegredoDialog.tsx'), 'SegredoDialog')

const SEGREDOS = {
  token: 'Token de acesso',
  app_secret: 'Segredo do aplicativo',
  verify_token: 'Token de verificação',
} as const

/** Credentials are written, never read back. */
export function Credenciais({ conexao }: { conexao: ConexaoWhatsapp }) {
  const { data, error } = useQuery(preparoQuery)
  return (
    <section className="cartao conexao-quadro" aria-label="Credenciais">
      <div className="conexao-topo flex wrap">
        <h2 className="titulo">Credenciais</h2>
        <div className="conexao-a-direita push cinza">só se gravam; ninguém as lê de volta</div>
      </div>
      <dl>
        {Object.entries(SEGREDOS).map(([campo, nome]) => {
          const segredo = data?.segredos[campo as keyof typeof SEGREDOS]
          return (
            <DadoDaConta
              key={campo}
              nome={nome}
              valor={segredo ? emPalavras(conexao, segredo) : error ? 'não foi possível ler se está gravado' : ' '}
            >
              {conexao.provedor === 'cloud_api' && (
                <Button
                  className="rente"
                  size="small"
                  aria-label={`${segredo?.gravado === false ? 'Gravar' : 'Trocar'}: ${nome}`}
                  onClick={() =>
                    void abrir((fechar) => (
                      <SegredoDialog campo={campo as keyof typeof SEGREDOS} nome={nome} aoFechar={fechar} />
                    ))
                  }
                >
                  {segredo?.gravado === false ? 'Gravar' : 'Trocar'}
                </Button>
              )}
            </DadoDaConta>
          )
        })}
      </dl>
    </section>
  )
}

function emPalavras({ provedor }: ConexaoWhatsapp, { gravado, em }: PreparoWhatsapp['segredos']['token']): string {
  if (!gravado) return 'falta gravar'
  const desde = em ? `gravado em ${diaEHora(em)}` : 'vem do ambiente do servidor'
  return `•••••••••••• ${provedor === 'emulador' ? 'do próprio emulador' : desde}`
}
