import { PENDENCIAS } from '#domain/acesso.ts'
import { pendencia } from '#web/api/pendencia.ts'
import { useEstado } from '#web/api/useEstado.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { papel } from '#web/shell/itensMenu.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SegundoFatorCard } from './SegundoFatorCard.tsx'
import { SessoesCard } from './SessoesCard.tsx'
import './minha-conta.css'

const TrocarSenhaDialog = onDemand(() => import('#web/shell/TrocarSenhaDialog.tsx'), 'TrocarSenhaDialog')
const trocarSenha = () => void abrir((fechar) => <TrocarSenhaDialog aoFechar={() => fechar()} />)

/** One's own password, second factor, and sessions. */
export function MinhaContaPage() {
  const { name, email, role } = useUsuario()
  const falta = useEstado(pendencia)
  return (
    <Page largura={720}>
      {falta && (
        <Alert tom="warning" role="alert">
          {PENDENCIAS[falta]}
        </Alert>
      )}
      <div className="stack gap-16">
        <section className="cartao folgado stack gap-12" aria-label="Senha">
          <div>
            <h2 className="titulo">Senha</h2>
            <p className="cinza quebra">
              Você entra como {name}, {papel(role).toLowerCase()}, com o e-mail {email}. Trocar a senha encerra todas as
              suas sessões.
            </p>
          </div>
          <div className="flex to-end">
            <Button variant={falta === 'troque_a_senha' ? 'contained' : 'outlined'} onClick={trocarSenha}>
              Trocar senha
            </Button>
          </div>
        </section>
        <SegundoFatorCard />
        <SessoesCard />
      </div>
    </Page>
  )
}
