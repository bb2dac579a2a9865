import { Alert } from '#web/ui/Alert.tsx'

/**
 * The server's sentence on changes to other operators' customers, which wait for an administrator; nothing without any.
 */
export const EsperaAdministrador = ({ resultado }: { resultado: { espera_administrador?: string | null } }) =>
  resultado.espera_administrador && (
    <Alert tom="info" role="status">
      {resultado.espera_administrador}
    </Alert>
  )
