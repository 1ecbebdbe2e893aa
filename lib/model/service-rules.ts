/** The rules of services, for the API and the wizard alike: exported from the files that hold them. */
export { checkEnvironment } from './environment-rules';
export { Neighbours } from './neighbours';
export { checkService } from './service-check';
export { completeService, listOf, newService, resizeUnits, resumeService } from './service-defaults';
export { checkForm } from './service-form';
